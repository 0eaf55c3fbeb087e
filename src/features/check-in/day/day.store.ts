import { sql } from 'kysely';
import { restsOn } from '#features/workout-window';
import type { ReadDb } from '#platform/db/database.ts';
import { type Read, toRead } from '#platform/db/read.ts';

/** A user in a chain on a date, with their current window and their check-in of the date, if any. */
export type DayRow = {
  user_id: string;
  full_name: string;
  is_ai: boolean;
  is_active: boolean;
  shows_photo: boolean;
  team_color: 'red' | 'blue';
  squad_id: string | null;
  match_group: string;
  start_time: string | null;
  timezone: string | null;
  since: string | null;
  is_rest: boolean;
  status: 'pending' | 'verified' | 'rejected' | null;
  chips: number | null;
  tile_key: string | null;
};

/** Lists the users in a chain on a date, by id. */
export async function listDay(db: ReadDb, date: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select chain.user_id, full_name, is_ai, profile.is_active, preferences -> 'mosaic_photo' is not distinct from 'true' as shows_photo,
      team_color, squad_id, chain.match_group, to_char(window_start_time, 'HH24:MI') as start_time,
      workout_window.timezone, since, ${restsOn(sql`chain.user_id`, sql`chain.date`)} as is_rest,
      check_in.status, battle_chips_earned as chips, tile_key
    from chain
    join profile on profile.id = chain.user_id
    left join workout_window on workout_window.user_id = chain.user_id
    left join check_in on check_in.user_id = chain.user_id and check_in.date = chain.date
    where chain.date = ${date}
    order by chain.user_id`.execute(db);
  return rows;
}

/** Users of one colour whose windows and check-ins are alike. */
export type DayPart = Pick<DayRow, 'team_color' | 'start_time' | 'timezone' | 'is_rest' | 'status'> & {
  /** A date on which all of them had a window, or none had. Null without a window. */
  since: string | null;
  users: number;
  chips: number;
};

/** The users in a chain on a date, counted in groups: a few thousand rows for any number of users. */
export function selectDayParts(date: string): Read<DayPart[]> {
  const query = sql<DayPart>`
    select team_color, to_char(window_start_time, 'HH24:MI') as start_time, workout_window.timezone,
      greatest(since, ${date}::date) as since, ${restsOn(sql`chain.user_id`, sql`chain.date`)} as is_rest,
      check_in.status, count(*)::int as users,
      coalesce(sum(battle_chips_earned) filter (where check_in.status = 'verified'), 0)::int as chips
    from chain
    left join workout_window on workout_window.user_id = chain.user_id
    left join check_in on check_in.user_id = chain.user_id and check_in.date = chain.date
    where chain.date = ${date}
    group by 1, 2, 3, 4, 5, 6`;
  return toRead(query, {});
}
