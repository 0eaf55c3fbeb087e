import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** A time of somebody's, from right after `after` to `until`, that moment included. */
export type TimeSpan = { id: string; userId: string; after: Date; until: Date };

/** The ids of the spans within which their person has made something of any kind that is still there. */
export async function listSpansWithRecord(db: Db | Tx, spans: readonly TimeSpan[]): Promise<string[]> {
  const isWithin = sql`user_id = span.user_id and created_at > span.after and created_at <= span.until`;
  const { rows } = await sql<{ id: string }>`
    select span.id
    from unnest(${spans.map(({ id }) => id)}::uuid[], ${spans.map(({ userId }) => userId)}::uuid[],
      ${spans.map(({ after }) => after)}::timestamptz[], ${spans.map(({ until }) => until)}::timestamptz[])
      as span (id, user_id, after, until)
    where exists (select from satisfaction_entry where ${isWithin})
      or exists (select from action_note where ${isWithin})
      or exists (select from sleep_entry where ${isWithin})`.execute(db);
  return rows.map(({ id }) => id);
}
