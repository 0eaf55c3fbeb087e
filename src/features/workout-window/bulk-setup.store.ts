import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { ActivityType } from './workout-window.schema.ts';

export type NewWindowRow = {
  id: string;
  userId: string;
  activityType: ActivityType;
  customActivity: string | null;
  /** HH:MM. */
  startTime: string;
  endTime: string;
  timezone: string;
  since: string;
  matchGroup: string;
  latitude: number;
  longitude: number;
  city: string;
  region: string;
  country: string;
};

/** Inserts windows and locations of users who have neither. */
export async function insertWindowsAndLocations(tx: Tx, windows: readonly NewWindowRow[], now: Date): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as given (
    "id" uuid, "userId" uuid, "activityType" text, "customActivity" text, "startTime" time, "endTime" time, "timezone" text,
    "since" date, "matchGroup" text, "latitude" numeric, "longitude" numeric, "city" text, "region" text, "country" text)`;
  await sql`
    with located as (
      insert into workout_location (user_id, latitude, longitude, city, region, country, timezone, last_updated)
      select "userId", latitude, longitude, city, region, country, timezone, ${now} from ${given}
    )
    insert into workout_window (id, user_id, activity_type, custom_activity, window_start_time, window_end_time, timezone,
      since, match_group, created_at, updated_at)
    select id, "userId", "activityType", "customActivity", "startTime", "endTime", timezone,
      since, "matchGroup", ${now}, ${now}
    from ${given}`.execute(tx);
}
