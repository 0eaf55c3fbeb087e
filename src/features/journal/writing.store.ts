import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** A time of somebody's, from right after `after` to `until`, that moment included. */
export type TimeSpan = { id: string; userId: string; after: Date; until: Date };

/** The ids of the spans within which their person has made an entry that is still there. */
export async function listSpansWithEntry(db: Db | Tx, spans: readonly TimeSpan[]): Promise<string[]> {
  // Each span by itself, down the index of its person: as a join, PostgreSQL could read everybody's entries.
  const { rows } = await sql<{ id: string }>`
    select span.id
    from unnest(${spans.map(({ id }) => id)}::uuid[], ${spans.map(({ userId }) => userId)}::uuid[],
      ${spans.map(({ after }) => after)}::timestamptz[], ${spans.map(({ until }) => until)}::timestamptz[])
      as span (id, user_id, after, until)
    cross join lateral (
      select from journal_entry
      where user_id = span.user_id and created_at > span.after and created_at <= span.until
      limit 1
    ) as entry`.execute(db);
  return rows.map(({ id }) => id);
}
