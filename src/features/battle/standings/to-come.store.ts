import { sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';

/** Users of a colour in a chain on a date, without a check-in, whose windows start at the same time. */
export type OpenGroup = { date: string; teamColor: 'red' | 'blue'; startTime: string; zone: string; users: number };

/** Lists the active users without a check-in on these days, in groups: a few thousand rows for any number of users. */
export async function listOpenGroups(db: ReadDb, days: readonly string[]): Promise<OpenGroup[]> {
  // A lateral join by day keeps the plan good for days that the table statistics do not include yet.
  const { rows } = await sql<OpenGroup>`
    select day.date, "teamColor", "startTime", zone, users
    from unnest(${[...days]}::date[]) as day (date) cross join lateral (
      select team_color as "teamColor", to_char(window_start_time, 'HH24:MI') as "startTime",
        workout_window.timezone as zone, count(*)::integer as users
      from chain
      join workout_window on workout_window.user_id = chain.user_id
      join profile on profile.id = chain.user_id
      where chain.date = day.date and not has_check_in and missed_at is null and profile.is_active
      group by 1, 2, 3
    ) as open`.execute(db);
  return rows;
}
