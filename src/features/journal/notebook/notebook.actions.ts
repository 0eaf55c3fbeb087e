import type { Actor } from '#access/actor.ts';
import type { Db } from '#platform/db/database.ts';
import type { ExpectedVersions } from '#platform/db/record-version.ts';
import { inOrderOf, listChanges } from '#platform/http/changes.ts';
import { paginate } from '#platform/http/pagination.ts';
import { recordErrors, requireNew } from '#platform/http/records.ts';
import { describeOwnAudiences } from '../audience/audience.actions.ts';
import type { Audience } from '../audience/audience.schema.ts';
import type { JournalDeps } from '../deps.ts';
import { notifyOfNotebook } from '../notification/sharing-notification.actions.ts';
import { existsInTrash, moveToTrash } from '../trash/trash.store.ts';
import { updateEntriesWithoutNotebook, updateInheritedSharing } from '../visibility/audience.store.ts';
import { requireMayReach, resolveSharing } from '../visibility/sharing.actions.ts';
import {
  decideEffectiveSharing,
  isSharingChange,
  OWNER_ONLY,
  sharingOf,
  shownLevel,
} from '../visibility/visibility.rules.ts';
import type { Sharing } from '../visibility/visibility.schema.ts';
import { lockJournal } from '../visibility/visibility.store.ts';
import {
  type NewNotebook,
  type Notebook,
  type NotebookChange,
  type NotebookList,
  type NotebookQuery,
  notebookErrors,
} from './notebook.schema.ts';
import {
  countEntriesOfNotebooks,
  type EntryTotals,
  findNotebookOf,
  findSharingOfNotebook,
  findVisibleNotebook,
  insertNotebook,
  listNotebooksOf,
  listNotebooksSharedWith,
  listNotebooksWithIds,
  lockNotebookOf,
  type NotebookRow,
  updateNotebook,
} from './notebook.store.ts';

export async function createNotebook(deps: JournalDeps, actor: Actor, input: NewNotebook): Promise<Notebook> {
  const created = await deps.db.transaction().execute(async (tx) => {
    await lockJournal(tx, actor.userId);
    if (input.id !== undefined && (await existsInTrash(tx, input.id))) throw recordErrors.idTaken();
    const { sharing, effective } = await resolveSharing(tx, actor.userId, OWNER_ONLY, input, null);
    requireMayReach(actor, effective);
    const notebook = {
      id: input.id ?? deps.ids.next(),
      userId: actor.userId,
      name: input.name,
      description: input.description ?? '',
      sharing,
      now: deps.clock.now(),
    };
    const row = requireNew(await insertNotebook(tx, notebook));
    await notifyOfNotebook(deps, tx, { id: row.id, authorId: actor.userId, effective, audienceBefore: null });
    return row;
  });
  return viewOfNotebook(deps, actor, created);
}

/**
 * Lists the actor's own notebooks, or those that others share with the actor, newest first; with `updated_since` the changes of own ones.
 */
export async function listNotebooks(
  deps: JournalDeps,
  actor: Actor,
  { updated_since, ...query }: NotebookQuery,
): Promise<NotebookList> {
  if (updated_since !== undefined) return listChangedNotebooks(deps, actor, { ...query, updated_since });
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    query.scope === 'shared'
      ? listNotebooksSharedWith(deps.db, actor.userId, after, limit)
      : listNotebooksOf(deps.db, actor.userId, after, limit),
  );
  return { notebooks: await viewsOf(deps, actor, rows), next_cursor };
}

async function listChangedNotebooks(
  deps: JournalDeps,
  actor: Actor,
  { scope, ...query }: NotebookQuery & { updated_since: string },
): Promise<NotebookList> {
  const filters = scope === 'shared' ? { ...query, scope } : query;
  const { changedIds, page } = await listChanges(deps.db, { table: 'notebook' }, actor.userId, filters);
  const rows = await listNotebooksWithIds(deps.db, actor.userId, changedIds);
  return { notebooks: await viewsOf(deps, actor, inOrderOf(changedIds, rows)), ...page };
}

/** Reads a notebook whose metadata the actor may read. */
export async function readNotebook(deps: JournalDeps, actor: Actor, id: string): Promise<Notebook> {
  const notebook = await findVisibleNotebook(deps.db, actor, id);
  if (notebook === undefined) throw notebookErrors.notFound();
  return viewOfNotebook(deps, actor, notebook);
}

/** Returns the sharing of the author's notebook; null for no notebook. */
export async function requireNotebook(db: Db, authorId: string, notebookId: string | null): Promise<Sharing | null> {
  if (notebookId === null) return null;
  const notebook = await findSharingOfNotebook(db, authorId, notebookId);
  if (notebook === undefined) throw notebookErrors.notYours();
  return notebook;
}

/**
 * Changes the given fields of the actor's notebook. Applies a change of sharing to the entries that inherit it, in the same transaction.
 */
export async function changeNotebook(
  deps: JournalDeps,
  actor: Actor,
  id: string,
  change: NotebookChange,
  expected: ExpectedVersions = null,
): Promise<Notebook> {
  const changed = await deps.db.transaction().execute(async (tx) => {
    await lockJournal(tx, actor.userId);
    const notebook = await findNotebookOf(tx, actor.userId, id);
    if (notebook === undefined) return undefined;
    const { sharing, effective } = await resolveSharing(tx, actor.userId, notebook, change, null);
    if (isSharingChange(change)) requireMayReach(actor, effective);
    const { name, description } = change;
    const values = { name, description, sharing };
    const row = await updateNotebook(tx, actor.userId, id, expected, values, deps.clock.now());
    if (row !== undefined && isSharingChange(change)) {
      await updateInheritedSharing(tx, actor.userId, id, effective);
      const { metadataAudience: audienceBefore } = decideEffectiveSharing(notebook, null);
      await notifyOfNotebook(deps, tx, { id, authorId: actor.userId, effective, audienceBefore });
    }
    return row;
  });
  if (changed === undefined) throw await changeError(deps, actor, id);
  return viewOfNotebook(deps, actor, changed);
}

/** Moves the actor's notebook to the trash. Its entries remain with their own visibility. */
export async function removeNotebook(
  deps: JournalDeps,
  actor: Actor,
  id: string,
  expected: ExpectedVersions = null,
): Promise<void> {
  const isRemoved = await deps.db.transaction().execute(async (tx) => {
    await lockJournal(tx, actor.userId);
    if (!(await lockNotebookOf(tx, actor.userId, id, expected))) return false;
    await updateEntriesWithoutNotebook(tx, actor.userId, id);
    return moveToTrash(tx, 'notebook', { userId: actor.userId, id, expected: null, now: deps.clock.now() });
  });
  if (!isRemoved) throw await changeError(deps, actor, id);
}

/** Users who may not read the notebook get "not found", so that they do not learn that it exists. */
async function changeError(deps: JournalDeps, actor: Actor, id: string): Promise<Error> {
  const seen = await findVisibleNotebook(deps.db, actor, id);
  if (seen === undefined) return notebookErrors.notFound();
  if (seen.user_id !== actor.userId) return notebookErrors.notOwner();
  return recordErrors.changed({ current: await viewOfNotebook(deps, actor, seen) });
}

/** One statement counts the entries of all notebooks, and another one their readers. */
async function viewsOf({ db }: JournalDeps, actor: Actor, rows: readonly NotebookRow[]): Promise<Notebook[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const totals = await countEntriesOfNotebooks(db, actor, ids);
  const audiences = await describeOwnAudiences(db, actor.userId, rows, (row) => decideEffectiveSharing(row, null));
  return rows.map((row) => viewOf(row, totals.get(row.id), audiences.get(row.id) ?? null));
}

async function viewOfNotebook(deps: JournalDeps, actor: Actor, row: NotebookRow): Promise<Notebook> {
  const [notebook] = await viewsOf(deps, actor, [row]);
  if (notebook === undefined) throw new Error('Each notebook has a view.');
  return notebook;
}

function viewOf(row: NotebookRow, totals: EntryTotals | undefined, audience: Audience | null): Notebook {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    description: row.description,
    ...sharingOf(row),
    metadata_visibility: shownLevel(row.metadata_visibility),
    content_visibility: shownLevel(row.content_visibility),
    audience,
    version: row.version,
    entry_count: totals?.entry_count ?? 0,
    inheriting_entry_count: totals?.inheriting_entry_count ?? 0,
    last_entry_at: totals?.last_entry_at.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
