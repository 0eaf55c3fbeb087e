import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export type RequestKey = { userId: string; key: string };
/** The status is null while the request is under way, the answer also where it is not kept. */
export type StoredAnswer = { digest: string; status: number | null; answer: string | null };

/**
 * Claims the key for a request that begins at `now`; false where it is taken. A claim that is older than a day is void, and
 * so is one that was left without an answer at `abandonedBefore`, because its node was killed. Keys of this person that are
 * void are removed on the way.
 */
export async function claimRequestKey(
  db: Db,
  { userId, key }: RequestKey,
  digest: string,
  now: Date,
  limits: { expiredBefore: Date; abandonedBefore: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with expired as (
      delete from idempotency_key
      where user_id = ${userId} and key <> ${key} and claimed_at < ${limits.expiredBefore}
    )
    insert into idempotency_key as claim (user_id, key, request_digest, claimed_at)
    values (${userId}, ${key}, ${digest}, ${now})
    on conflict (user_id, key) do update
      set request_digest = excluded.request_digest, claimed_at = excluded.claimed_at, status = null, answer = null
      where claim.claimed_at < ${limits.expiredBefore}
        or (claim.status is null and claim.claimed_at < ${limits.abandonedBefore}
          and claim.request_digest = excluded.request_digest)
    returning key`.execute(db);
  return rows.length > 0;
}

export async function findStoredAnswer(db: Db, { userId, key }: RequestKey): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom('idempotency_key')
    .select(['request_digest as digest', 'status', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function updateStoredAnswer(
  db: Db,
  { userId, key }: RequestKey,
  claimedAt: Date,
  answer: { status: number; text: string | null },
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ status: answer.status, answer: answer.text })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('claimed_at', '=', claimedAt)
    .execute();
}

/** Gives the key back, so that the request can be tried again. */
export async function deleteRequestKey(db: Db, { userId, key }: RequestKey, claimedAt: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('claimed_at', '=', claimedAt)
    .execute();
}
