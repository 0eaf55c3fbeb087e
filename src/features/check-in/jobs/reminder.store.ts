import { sql } from 'kysely';
import { restsOn } from '#features/workout-window';
import type { Db } from '#platform/db/database.ts';
import type { Opening } from './reminder.rules.ts';

/** Lists the distinct starts of open windows: a few thousand for any number of users. */
export async function listOpenings(db: Db): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    select to_char(window_start_time, 'HH24:MI') as "startTime", timezone as zone
    from workout_window where is_active group by timezone, window_start_time`.execute(db);
  return rows;
}

/** Lists users with this window start who have not checked in for the date and do not rest on it, by id, from the one after `after`. */
export async function listUsersToRemind(
  db: Db,
  { startTime, zone }: Opening,
  date: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from workout_window
    where is_active and timezone = ${zone} and window_start_time = ${startTime}::time and since <= ${date}
      and (${after}::uuid is null or user_id > ${after}::uuid)
      and not exists (select from check_in where check_in.user_id = workout_window.user_id and date = ${date})
      and not ${restsOn(sql`workout_window.user_id`, sql`${date}::date`)}
    order by user_id limit ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
