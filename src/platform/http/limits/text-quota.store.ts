import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Whose text, of which day (UTC), and how much. */
export type SentText = { userId: string; day: string; bytes: number };

/** Counts the bytes for the day; false, and nothing counted, where that would be more than `limit`. */
export async function claimText(db: Db, { userId, day, bytes }: SentText, limit: number): Promise<boolean> {
  // A node whose clock is behind at midnight counts for the day that has begun elsewhere.
  const counted = sql`case when counted.day >= excluded.day then counted.bytes else 0 end + excluded.bytes`;
  const { rows } = await sql`
    insert into text_count as counted (user_id, day, bytes)
    select ${userId}::uuid, ${day}::date, ${bytes}::bigint where ${bytes}::bigint <= ${limit}::bigint
    on conflict (user_id) do update set day = greatest(counted.day, excluded.day), bytes = ${counted}
      where ${counted} <= ${limit}
    returning bytes`.execute(db);
  return rows.length > 0;
}
