import { sql } from 'kysely';
import type { Db, ReadDb } from '#platform/db/database.ts';
import { userDateAt } from '#platform/db/local-time.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { executeRead, mapRead, type Read, toRead } from '#platform/db/read.ts';

/** Today for the user, by their time zone and the time at which their day begins. */
export function selectToday(userId: string, now: Date): Read<string> {
  // Null if the user is gone.
  const query = sql<{ day: string | null }>`select ${userDateAt(userId, now)} as day`;
  return mapRead(toRead(query, {}), (rows) => onlyRow(rows).day ?? now.toISOString().slice(0, 10));
}

export async function findToday(db: ReadDb, userId: string, now: Date): Promise<string> {
  return executeRead(db, selectToday(userId, now));
}

/** What the days of a user depend on, as far as it is chosen. */
export async function findDayRules(
  db: Db,
  userId: string,
): Promise<{ zone: string | null; day_start: string | null } | undefined> {
  const { rows } = await sql<{ zone: string | null; day_start: string | null }>`
    select preferences ->> 'timezone' as zone, preferences ->> 'day_start' as day_start
    from profile where id = ${userId}`.execute(db);
  return rows[0];
}
