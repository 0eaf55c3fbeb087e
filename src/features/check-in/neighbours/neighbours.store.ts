import { type RawBuilder, sql } from 'kysely';
import { type ActivityType, restsOn } from '#features/workout-window';
import { type Read, toRead } from '#platform/db/read.ts';

export type ChainMemberRow = {
  id: string;
  full_name: string;
  avatar_url: string | null;
  is_ai: boolean;
  is_active: boolean;
  activity_type: ActivityType | null;
  start_time: string | null;
  end_time: string | null;
  timezone: string | null;
  since: string | null;
  /** Whether the member rests on the date. */
  is_rest: boolean;
  /** Rounded to two decimals, as for matching. */
  latitude: number | null;
  longitude: number | null;
  /** Whether there is a block between the member and the viewer. */
  is_blocked: boolean;
};

/** These users on a date, as the viewer may see them; their ids are an array in SQL. */
export function selectChainMembers(
  viewerId: string,
  date: string,
  userIds: RawBuilder<string[]>,
): Read<ChainMemberRow[]> {
  const query = sql<ChainMemberRow>`
    select profile.id, full_name, avatar_url, is_ai, profile.is_active, activity_type,
      to_char(window_start_time, 'HH24:MI') as start_time, to_char(window_end_time, 'HH24:MI') as end_time,
      workout_window.timezone, since, ${restsOn(sql`profile.id`, sql`${date}::date`)} as is_rest,
      round(latitude, 2)::float8 as latitude, round(longitude, 2)::float8 as longitude,
      exists (select from user_block
        where (blocker_id, blocked_id) in ((${viewerId}, profile.id), (profile.id, ${viewerId}))) as is_blocked
    from profile
    left join workout_window on workout_window.user_id = profile.id
    left join workout_location on workout_location.user_id = profile.id
    where profile.id = any (${userIds})`;
  return toRead(query, {});
}
