import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { userDateAt } from '#platform/db/local-time.ts';

/** What a user wrote. Streaks are consecutive dates with an entry. */
export type Writing = {
  entries: number;
  words: number;
  days: number;
  /** The streak of all dates that ends today or yesterday. */
  current_streak: number;
  /** Within the range. */
  longest_streak: number;
};

/**
 * Sums up the user's own entries about the dates of a range (inclusive), without their contents.
 *
 * The current streak needs the dates of all entries, which an index has.
 */
export async function summarizeWriting(
  db: Db,
  userId: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<Writing> {
  const { rows } = await sql<Writing>`
    with date as materialized (
      select distinct entry_date as date from journal_entry where user_id = ${userId}
    ),
    -- Consecutive dates have the same run_end.
    run as (
      select max(date) as last, count(*)::integer as length
      from (select date, date + (row_number() over (order by date desc))::integer as run_end from date) numbered
      group by run_end
    ),
    run_within as (
      select count(*)::integer as length
      from (
        select date, date + (row_number() over (order by date desc))::integer as run_end
        from date where date between ${from}::date and ${to}::date
      ) numbered
      group by run_end
    )
    select count(*)::integer as entries,
      coalesce(sum(word_count), 0)::integer as words,
      (select count(*)::integer from date where date between ${from}::date and ${to}::date) as days,
      coalesce((
        select max(length) from run where last >= ${userDateAt(userId, now)} - 1), 0) as current_streak,
      coalesce((select max(length) from run_within), 0) as longest_streak
    from journal_entry
    where user_id = ${userId}
      and entry_date between ${from}::date and ${to}::date`.execute(db);
  const [writing] = rows;
  if (writing === undefined) throw new Error('An aggregate returned no row.');
  return writing;
}
