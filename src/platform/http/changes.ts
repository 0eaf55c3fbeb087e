import type { RawBuilder } from 'kysely';
import Type from 'typebox';
import type { Db } from '../db/database.ts';
import { type ChangingTable, findSettledUntil, listRecordChanges, TOMBSTONE_DAYS } from '../db/record-changes.ts';
import { declareErrors } from '../errors.ts';
import { type PageQuery, parsePage, writeCursor } from './pagination.ts';
import { Timestamp, Uuid } from './shapes.ts';

/** The parameter of a list that also lists changes. */
export const UpdatedSince = Type.Optional(
  Type.String({
    format: 'date-time',
    description: `Lists your own records that were created, changed or deleted since, first changed first: the \`synced_at\` of the last time, at most ${TOMBSTONE_DAYS} days ago. Allows no parameters but \`limit\` and \`cursor\`. The first time, send the current time, keep \`synced_at\`, then load all records without it.`,
  }),
);

/** The keys of a list that also lists changes. Only with `updated_since`. */
export const ChangeKeys = {
  deleted: Type.Optional(
    Type.Array(Type.Object({ id: Uuid, deleted_at: Timestamp }, { title: 'DeletedRecord' }), {
      description: 'The records that were deleted. Only with `updated_since`.',
    }),
  ),
  synced_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Send it as `updated_since` the next time, after the last page. A change can be listed again. Only with `updated_since`.',
    }),
  ),
};

/** The errors of each route with `UpdatedSince`. */
export const CHANGE_ERRORS = ['sync.expired', 'sync.filtered'] as const;

const changeErrors = declareErrors({
  expired: {
    status: 410,
    code: 'sync.expired',
    message: `Deletions are kept for ${TOMBSTONE_DAYS} days, and updated_since is before. Load all records without updated_since.`,
  },
  filtered: {
    status: 400,
    code: 'sync.filtered',
    message:
      'With updated_since, send no parameters besides limit and cursor. It lists all changes of your own records.',
  },
});

/** What to list: the table, and for long records the size of a row. */
type Source = { table: ChangingTable; bytes?: RawBuilder<number> };

/** A page of changes, without the records: `changedIds` are theirs, in the order of the list. */
export type ChangePage = {
  changedIds: string[];
  page: { next_cursor: string | null; deleted: { id: string; deleted_at: string }[]; synced_at: string };
};

/**
 * Lists the changes of a user's own records in two statements, on further pages in one. Records that change meanwhile move to the end of
 * the list. `synced_at` is that of the first page, because a transaction may commit a change of an earlier instant between two pages.
 * @throws {request.invalid-cursor}
 * @throws {sync.expired}
 * @throws {sync.filtered}
 */
export async function listChanges(
  db: Db,
  { table, bytes }: Source,
  userId: string,
  { updated_since, limit: pageSize, cursor, ...filters }: PageQuery & { updated_since: string },
): Promise<ChangePage> {
  if (Object.keys(filters).length > 0) throw changeErrors.filtered();
  const [, at, position = ''] = /^(\d{1,15})\.(.+)$/.exec(cursor ?? '') ?? [];
  const { limit, after } = parsePage({
    ...(pageSize !== undefined && { limit: pageSize }),
    ...(cursor !== undefined && { cursor: position }),
  });
  const syncedAt = after === null ? await startSync(db, updated_since) : new Date(Number(at));
  const start = after === null ? { since: new Date(updated_since) } : { after };
  const { changes, hasMore } = await listRecordChanges(db, { table, userId, start, limit, bytes });
  const last = changes.at(-1);
  const next = hasMore && last ? writeCursor({ createdAt: last.changed_at, id: last.id }) : null;
  return {
    changedIds: changes.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id),
    page: {
      next_cursor: next === null ? null : `${syncedAt.getTime()}.${next}`,
      deleted: changes
        .filter(({ is_deleted }) => is_deleted)
        .map(({ id, changed_at }) => ({ id, deleted_at: changed_at.toISOString() })),
      synced_at: syncedAt.toISOString(),
    },
  };
}

/** @throws {sync.expired} */
async function startSync(db: Db, updatedSince: string): Promise<Date> {
  const { settledUntil, oldest } = await findSettledUntil(db);
  if (new Date(updatedSince) < oldest) throw changeErrors.expired();
  return settledUntil;
}

/** The records of a page in the order of their changes. Omits those that were deleted meanwhile, which a later page lists. */
export function inOrderOf<Item extends { id: string }>(ids: readonly string[], items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
