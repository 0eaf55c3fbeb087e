import { type RawBuilder, sql } from 'kysely';
import type { Db, ReadDb } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { executeRead, mapRead, type Read, toRead } from '../../platform/db/read.ts';

/** The user's time zone from the preferences; UTC by default. */
function timeZoneOf(userId: string): RawBuilder<string> {
  return sql`(select coalesce(preferences ->> 'timezone', 'UTC') from profile where id = ${userId})`;
}

/** The date of an instant in the user's time zone. */
export function localDateAt(userId: string, instant: Date): RawBuilder<string> {
  return sql`(${instant}::timestamptz at time zone ${timeZoneOf(userId)})::date`;
}

/**
 * The first instant of a day in the user's time zone. Where clocks are put back at the end of the day's first hour, midnight occurs
 * twice and PostgreSQL chooses the second one: an hour after 23:00 is the first.
 */
function startOfDay(userId: string, day: RawBuilder<unknown>): RawBuilder<Date> {
  const zone = timeZoneOf(userId);
  return sql`least(
    (${day})::timestamp at time zone ${zone},
    ((${day})::timestamp - interval '1 hour') at time zone ${zone} + interval '1 hour')`;
}

/** Today in the user's time zone. */
export function selectToday(userId: string, now: Date): Read<string> {
  // Null if the user is gone.
  const query = sql<{ day: string | null }>`select ${localDateAt(userId, now)} as day`;
  return mapRead(toRead(query, {}), (rows) => onlyRow(rows).day ?? now.toISOString().slice(0, 10));
}

export async function findToday(db: ReadDb, userId: string, now: Date): Promise<string> {
  return executeRead(db, selectToday(userId, now));
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
  return onlyRow(rows);
}
