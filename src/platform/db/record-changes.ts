import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { onlyRow } from './only-row.ts';
import { MAX_PAGE_BYTES, type Position } from './pagination.ts';

/** The tables whose changes are listed. Their columns `user_id`, `id` and `changed_at` are an index. */
export type ChangingTable = 'goal' | 'goal_check_in' | 'journal_entry' | 'notebook';

export type RecordChange = { id: string; changed_at: Date; is_deleted: boolean };

/** How long a client can ask for deletions. */
export const TOMBSTONE_DAYS = 90;

/**
 * The instant before which no change will appear any more, and the first one that a client may ask for, by the clock of the database. A
 * transaction writes the instant of a change before it commits, so changes since the start of the oldest one that writes can appear later.
 *
 * Sees the transactions of its own database role, with the setting `track_activities`, which is on by default.
 *
 * Must be a statement of its own before the one that reads changes: transactions that end between the two are visible to the second.
 */
export async function findSettledUntil(db: Db): Promise<{ settledUntil: Date; oldest: Date }> {
  const { rows } = await sql<{ settled_until: Date; oldest: Date }>`
    select date_trunc('milliseconds', least(statement_timestamp(), (
        select min(xact_start) from pg_stat_activity
        where datname = current_database() and backend_xid is not null
      ))) as settled_until,
      statement_timestamp() - ${TOMBSTONE_DAYS} * interval '1 day' as oldest`.execute(db);
  const row = onlyRow(rows);
  return { settledUntil: row.settled_until, oldest: row.oldest };
}

/** `since` is inclusive, `after` exclusive. `bytes` is the size of a row, for long records; a page ends at `MAX_PAGE_BYTES`. */
export type ChangeFilter = {
  table: ChangingTable;
  userId: string;
  start: { since: Date } | { after: Position };
  limit: number;
  bytes?: RawBuilder<number> | undefined;
};

/** Lists a user's records that changed or were deleted, first changed first. */
export async function listRecordChanges(
  db: Db,
  { table, userId, start, limit, bytes = sql<number>`0` }: ChangeFilter,
): Promise<{ changes: RecordChange[]; hasMore: boolean }> {
  const isLater = (at: RawBuilder<unknown>) =>
    'since' in start
      ? sql`${at} >= ${start.since}`
      : sql`(${at}, id) > (${start.after.createdAt}::timestamptz, ${start.after.id}::uuid)`;
  const { rows } = await sql<RecordChange & { found: number }>`
    with change as (
      (select id, changed_at, false as is_deleted, ${bytes} as bytes from ${sql.table(table)}
        where user_id = ${userId} and ${isLater(sql`changed_at`)}
        order by changed_at, id limit ${limit + 1})
      union all
      (select id, deleted_at, true, 0 from tombstone
        where user_id = ${userId} and kind = ${table} and ${isLater(sql`deleted_at`)}
        order by deleted_at, id limit ${limit + 1})
    ), sized as (
      select id, changed_at, is_deleted, count(*) over () as found, coalesce(sum(bytes) over (
        order by changed_at, id rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from change
    )
    select id, changed_at, is_deleted, found from sized
    where bytes_before < ${MAX_PAGE_BYTES}
    order by changed_at, id
    limit ${limit}`.execute(db);
  return { changes: rows, hasMore: (rows[0]?.found ?? 0) > rows.length };
}

/** Deletes up to `limit` tombstones that no client can ask for and returns their number. */
export async function deleteExpiredTombstones(db: Db, limit: number): Promise<number> {
  // A day more than a client may ask for, so that a list that has begun stays complete.
  const { numAffectedRows } = await sql`
    delete from tombstone where (user_id, kind, id) in (
      select user_id, kind, id from tombstone
      where deleted_at < statement_timestamp() - ${TOMBSTONE_DAYS + 1} * interval '1 day'
      order by deleted_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
