import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** Whose mails, of which day, and which of them. */
export type Counted = { userId: string; day: string; what: string };

/** Counts one more; false, and nothing counted, where that would be more than `limit`. */
export async function claimMail(tx: Tx, { userId, day, what }: Counted, limit: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_count as counted (user_id, day, counter, count) values (${userId}, ${day}, ${what}, 1)
    on conflict (user_id, day, counter) do update set count = counted.count + 1 where counted.count < ${limit}
    returning count`.execute(tx);
  return rows.length > 0;
}

/** Those of these people who have had `limit` of a kind on a day. */
export async function listPeopleWhoReached(
  db: Db,
  userIds: readonly string[],
  { day, what }: Omit<Counted, 'userId'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from mail_count
    where user_id = any (${[...userIds]}::uuid[]) and day = ${day} and counter = ${what} and count >= ${limit}`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Gives back what was claimed. */
export async function updateMailReleased(tx: Tx, { userId, day, what }: Counted): Promise<void> {
  await sql`
    update mail_count set count = count - 1
    where user_id = ${userId} and day = ${day} and counter = ${what} and count > 0`.execute(tx);
}

/** Forgets what was counted before a day. */
export async function deleteMailCountsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('mail_count').where('day', '<', day).execute();
}
