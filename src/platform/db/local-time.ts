import { type RawBuilder, sql } from 'kysely';
import { isTimeZone } from '../days/time-zone.ts';

/**
 * What clocks in a zone show at an instant, as a timestamp without a zone. An unknown zone is read as UTC, as in `platform/days`.
 * The rules are those of `zone_period`: PostgreSQL has zone data of another release.
 */
export function localTimeAt(instant: Date | RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${instant}::timestamptz at time zone 'UTC' + coalesce((
    select utc_offset from zone_period where zone_period.zone = lower(${zone}) and begins_at <= ${instant}::timestamptz
    order by begins_at desc limit 1), interval '0'))`;
}

/**
 * The date that an instant has for a user: that of the clocks in their time zone, and of the day before until their day begins
 * (`day_start`). Null if the user is gone. Everything that asks which date it is for a user asks here.
 */
export function userDateAt(userId: string, instant: Date): RawBuilder<string> {
  const clockTime = localTimeAt(instant, sql`coalesce(preferences ->> 'timezone', 'UTC')`);
  return sql`(
    select (${clockTime} - coalesce(preferences ->> 'day_start', '00:00')::interval)::date
    from profile where id = ${userId})`;
}

/** Whether a stored zone has rules. One that no longer exists is read as UTC, and its windows are closed. */
export const isKnownZone: (zone: string) => boolean = isTimeZone;
