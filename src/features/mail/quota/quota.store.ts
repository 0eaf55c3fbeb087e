import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** A counter of a user on a day (UTC). */
export type MailCounter = { userId: string; day: string; counter: string };

/** Counts one more email. Returns false, without counting, if that exceeds the limit. */
export async function claimMail(tx: Tx, { userId, day, counter }: MailCounter, limit: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_count as counted (user_id, day, counter, count) values (${userId}, ${day}, ${counter}, 1)
    on conflict (user_id, day, counter) do update set count = counted.count + 1 where counted.count < ${limit}
    returning count`.execute(tx);
  return rows.length > 0;
}

/** Lists those of the users whose counter has reached the limit. */
export async function listUsersAtLimit(
  db: Db,
  userIds: readonly string[],
  { day, counter }: Omit<MailCounter, 'userId'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from mail_count
    where user_id = any (${[...userIds]}::uuid[]) and day = ${day} and counter = ${counter}
      and count >= ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Reverts a claim. */
export async function updateMailReleased(tx: Tx, { userId, day, counter }: MailCounter): Promise<void> {
  await sql`
    update mail_count set count = count - 1
    where user_id = ${userId} and day = ${day} and counter = ${counter} and count > 0`.execute(tx);
}
