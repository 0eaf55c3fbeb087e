import { sql } from 'kysely';
import { addDays, dateSpan } from '../../platform/days/calendar-date.ts';
import type { Db, ReadDb } from '../../platform/db/database.ts';
import { userDateAt, userZone } from '../../platform/db/local-time.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { executeRead, mapRead, type Read, toRead } from '../../platform/db/read.ts';

/** Today in the user's time zone. */
export function selectToday(userId: string, now: Date): Read<string> {
  // Null if the user is gone.
  const query = sql<{ day: string | null }>`select ${userDateAt(userId, now)} as day`;
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
  const { rows } = await sql<{ zone: string | null }>`select ${userZone(userId)} as zone`.execute(db);
  const zone = onlyRow(rows).zone ?? 'UTC';
  return { from: dateSpan(from, zone).startsAt, until: dateSpan(addDays(to, 1), zone).startsAt };
}
