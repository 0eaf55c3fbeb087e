import type { Actor } from '#access/actor.ts';
import { discardFile } from '#features/media';
import type { Tx } from '#platform/db/database.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import { requireNew } from '#platform/http/records.ts';
import type { JournalDeps } from '../deps.ts';
import { readEntry } from '../entry/entry.actions.ts';
import { insertRestoredEntry } from '../entry/entry.store.ts';
import { readNotebook } from '../notebook/notebook.actions.ts';
import { findSharingOfNotebook, insertRestoredNotebook } from '../notebook/notebook.store.ts';
import { discardPhotos } from '../photo/photo.actions.ts';
import { foldEntry } from '../search-text/search-text.actions.ts';
import { resolveSharing } from '../visibility/sharing.actions.ts';
import { sharingOf, withoutMissingGroups } from '../visibility/visibility.rules.ts';
import { lockJournal } from '../visibility/visibility.store.ts';
import { type RestoredRecord, TRASH_DAYS, type TrashItem, trashErrors } from './trash.schema.ts';
import {
  claimExpiredTrash,
  claimForPurge,
  claimFromTrash,
  listGroupsOfMember,
  listTrashOf,
  type PurgedFiles,
  type TrashedRecord,
  type TrashRow,
} from './trash.store.ts';

const TRASH_MS = TRASH_DAYS * 24 * 60 * 60 * 1000;

/** Lists the entries and notebooks in the actor's trash, last deleted first. */
export async function listTrash(
  deps: JournalDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ items: TrashItem[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate<TrashRow>(
    query,
    (after, limit) => listTrashOf(deps.db, actor.userId, after, limit),
    { positionOf: ({ id, deleted_at }) => ({ createdAt: deleted_at, id }) },
  );
  return { items: rows.map(viewOf), next_cursor };
}

/**
 * Restores a record with its id and content as a new version. Its sharing with groups that the actor has left ends, and so does its
 * notebook if there is none any more.
 */
export async function restoreFromTrash(deps: JournalDeps, actor: Actor, id: string): Promise<RestoredRecord> {
  const kind = await deps.db.transaction().execute(async (tx) => {
    await lockJournal(tx, actor.userId);
    const trashed = await claimFromTrash(tx, actor.userId, id);
    if (trashed === undefined) throw trashErrors.notFound();
    const { record } = trashed;
    const now = deps.clock.now();
    if (trashed.kind === 'entry') await restoreEntry(tx, actor, record, now);
    else {
      const { sharing } = await resolveTrashedSharing(tx, actor, record, null);
      requireNew(await insertRestoredNotebook(tx, record, sharing, now));
    }
    return trashed.kind;
  });
  return kind === 'entry'
    ? { entry: await readEntry(deps, actor, id), notebook: null }
    : { entry: null, notebook: await readNotebook(deps, actor, id) };
}

async function restoreEntry(tx: Tx, actor: Actor, record: TrashedRecord, now: Date): Promise<void> {
  const { notebook_id = null } = record;
  const notebook = notebook_id === null ? undefined : await findSharingOfNotebook(tx, actor.userId, notebook_id);
  const resolved = await resolveTrashedSharing(tx, actor, record, notebook ?? null);
  const text = foldEntry({ title: record.title ?? '', content: record.content ?? '' });
  const values = { ...resolved, text, notebookId: notebook === undefined ? null : notebook_id };
  requireNew(await insertRestoredEntry(tx, record, values, now));
}

/** Memberships may have ended while the record was in the trash, where their end does not reach it. */
async function resolveTrashedSharing(
  tx: Tx,
  actor: Actor,
  record: TrashedRecord,
  notebook: Parameters<typeof resolveSharing>[4],
) {
  const sharing = withoutMissingGroups(await listGroupsOfMember(tx, actor), sharingOf(record), notebook);
  return resolveSharing(tx, actor.userId, sharing, {}, notebook);
}

/** Deletes a record of the actor's trash for good, with its files. */
export async function purgeFromTrash(deps: JournalDeps, actor: Actor, id: string): Promise<void> {
  const purged = await claimForPurge(deps.db, actor.userId, id);
  if (purged === undefined) throw trashErrors.notFound();
  await discardFiles(deps, [purged]);
}

/** Deletes up to `limit` records of all users for good that were deleted before an instant, with their files. */
export async function purgeTrash(
  deps: Pick<JournalDeps, 'db' | 'storage' | 'log'>,
  deletedBefore: Date,
  limit: number,
): Promise<number> {
  const purged = await claimExpiredTrash(deps.db, deletedBefore, limit);
  await discardFiles(deps, purged);
  return purged.length;
}

async function discardFiles(
  deps: Pick<JournalDeps, 'db' | 'storage' | 'log'>,
  purged: readonly PurgedFiles[],
): Promise<void> {
  for (const { background_key } of purged) if (background_key !== null) await discardFile(deps, background_key);
  await discardPhotos(
    deps,
    purged.flatMap(({ photos }) => photos),
  );
}

function viewOf({ id, kind, title, deleted_at }: TrashRow): TrashItem {
  const purgeAt = new Date(deleted_at.getTime() + TRASH_MS);
  return { id, kind, title, deleted_at: deleted_at.toISOString(), purge_at: purgeAt.toISOString() };
}
