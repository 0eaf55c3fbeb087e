import { sql } from 'kysely';
import { restsOn } from '#features/workout-window';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Opening } from './reminder.rules.ts';

const RESTS = restsOn(sql`chain.user_id`, sql`chain.date`);

/**
 * Lists the window starts of users in a chain on the date who have neither checked in nor been marked as missed. Users who rest miss
 * nothing: their row can be left over from a matching before they set it.
 */
export async function listOpenDays(db: Db, date: string): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    select to_char(window_start_time, 'HH24:MI') as "startTime", timezone as zone
    from chain join workout_window on workout_window.user_id = chain.user_id
    where date = ${date} and not has_check_in and missed_at is null and not ${RESTS}
    group by timezone, window_start_time`.execute(db);
  return rows;
}

export type MissedDay = { user_id: string; full_name: string; is_active: boolean; after_user_id: string | null };

/**
 * Marks users with this window start who have not checked in as having missed the date. Concurrent runs skip each other's rows.
 */
export async function claimMissedDays(
  tx: Tx,
  date: string,
  { startTime, zone }: Opening,
  now: Date,
  limit: number,
): Promise<MissedDay[]> {
  const { rows } = await sql<MissedDay>`
    with missed as (
      select chain.id from chain join workout_window on workout_window.user_id = chain.user_id
      where date = ${date} and not has_check_in and missed_at is null and not ${RESTS}
        and timezone = ${zone} and window_start_time = ${startTime}::time
      order by chain.user_id limit ${limit}
      for no key update of chain skip locked
    )
    update chain set missed_at = ${now} from missed, profile
    where chain.id = missed.id and profile.id = chain.user_id
    returning chain.user_id, full_name, profile.is_active, after_user_id`.execute(tx);
  return rows;
}
