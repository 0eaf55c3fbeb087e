import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** The date of an instant in the user's time zone (from the preferences; UTC by default). */
export function localDateAt(userId: string, instant: Date): RawBuilder<string> {
  return sql`(${instant}::timestamptz at time zone
    (select coalesce(preferences ->> 'timezone', 'UTC') from profile where id = ${userId}))::date`;
}

/** Today in the user's time zone. */
export async function findToday(db: Db, userId: string, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${localDateAt(userId, now)} as day`.execute(db);
  return rows[0]?.day ?? now.toISOString().slice(0, 10);
}
