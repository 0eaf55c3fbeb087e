import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** A time span of a user: after `after` (exclusive) until `until` (inclusive). */
export type TimeSpan = { id: string; userId: string; after: Date; until: Date };

/** The ids of the spans in which their user wrote an entry for that day, which still exists. Imported entries do not count. */
export async function findSpansWithEntry(db: Db | Tx, spans: readonly TimeSpan[]): Promise<ReadonlySet<string>> {
  // A lateral join per span reads the index of its user. As a plain join, PostgreSQL could read all users' entries.
  const { rows } = await sql<{ id: string }>`
    select span.id
    from unnest(${spans.map(({ id }) => id)}::uuid[], ${spans.map(({ userId }) => userId)}::uuid[],
      ${spans.map(({ after }) => after)}::timestamptz[], ${spans.map(({ until }) => until)}::timestamptz[])
      as span (id, user_id, after, until)
    cross join lateral (
      select from journal_entry
      where user_id = span.user_id and created_at > span.after and created_at <= span.until
        and entry_date = created_date and not is_imported
      limit 1
    ) as entry`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export type EntrySummary = { user_id: string; entries: number; moods: string[] };

/** The number of entries that each user wrote from `from` until before `until`, and the two most frequent of `moods`. */
export async function listEntrySummaries(
  db: Db,
  userIds: readonly string[],
  moods: readonly string[],
  from: Date,
  until: Date,
): Promise<EntrySummary[]> {
  const { rows } = await sql<EntrySummary>`
    with written as (
      select user_id, mood, count(*)::int as entries from journal_entry
      where user_id = any (${[...userIds]}::uuid[]) and created_at >= ${from} and created_at < ${until} and not is_imported
      group by user_id, mood
    )
    select user_id, sum(entries)::int as entries,
      coalesce((array_agg(mood order by entries desc, mood) filter (where mood = any (${[...moods]}::text[])))[1:2], '{}') as moods
    from written group by user_id`.execute(db);
  return rows;
}
