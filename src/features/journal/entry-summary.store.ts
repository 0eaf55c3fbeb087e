import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type EntrySummary = { user_id: string; entries: number; moods: string[] };

/** How much these people wrote from an instant until just before another one, and the two of these moods that came up most. */
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
      where user_id = any (${[...userIds]}::uuid[]) and created_at >= ${from} and created_at < ${until}
      group by user_id, mood
    )
    select user_id, sum(entries)::int as entries,
      coalesce((array_agg(mood order by entries desc, mood) filter (where mood = any (${[...moods]}::text[])))[1:2], '{}') as moods
    from written group by user_id`.execute(db);
  return rows;
}
