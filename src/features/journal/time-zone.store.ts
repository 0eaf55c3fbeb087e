import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** The user's time zone from the preferences; UTC by default. */
export function timeZoneOf(userId: string): RawBuilder<string> {
  return sql`(select coalesce(preferences ->> 'timezone', 'UTC') from profile where id = ${userId})`;
}

/**
 * The first instant of a day in the user's time zone. Where clocks are put back at the end of the day's first hour, midnight occurs
 * twice and PostgreSQL chooses the second one: an hour after 23:00 is the first.
 */
export function startOfDay(userId: string, day: RawBuilder<unknown>): RawBuilder<Date> {
  const zone = timeZoneOf(userId);
  return sql`least(
    (${day})::timestamp at time zone ${zone},
    ((${day})::timestamp - interval '1 hour') at time zone ${zone} + interval '1 hour')`;
}

/** The instants of the dates from `from` to `to` (inclusive) in the user's time zone; `until` is exclusive. */
export async function findDateSpan(
  db: Db,
  userId: string,
  from: string,
  to: string,
): Promise<{ from: Date; until: Date }> {
  const { rows } = await sql<{ from: Date; until: Date }>`
    select ${startOfDay(userId, sql`${from}::date`)} as "from", ${startOfDay(userId, sql`${to}::date + 1`)} as until`.execute(
    db,
  );
  const [span] = rows;
  if (span === undefined) throw new Error('A statement without a table returned no row.');
  return span;
}
