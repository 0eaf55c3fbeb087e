import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Of a person; or of whoever has not signed in, where the digest stands for both the network and the key, which are not kept. */
export type RequestKey = { userId: string; key: string } | { addressDigest: string };
/** The status is null while the request is under way, the answer also where it is not kept. */
export type StoredAnswer = { digest: string; status: number | null; answer: string | null };

/** How many keys of addresses are removed with each claim of one: more than come, and so few that nobody waits for it. */
const REMOVED_AT_ONCE = 10;

/** What stands in place of a key. */
const NOT_KEPT = '-';

/**
 * Claims the key for a request that begins at `now`; false where it is taken. A claim that is older than a day is void, and
 * so is one that was left without an answer at `abandonedBefore`, because its node was killed. Keys that are void are removed on
 * the way: those of this person, or some of whoever had not signed in.
 */
export async function claimRequestKey(
  db: Db,
  requestKey: RequestKey,
  digest: string,
  now: Date,
  limits: { expiredBefore: Date; abandonedBefore: Date },
): Promise<boolean> {
  const { column, value, key, unique, others, most } =
    'userId' in requestKey
      ? {
          column: sql`user_id`,
          value: requestKey.userId,
          key: requestKey.key,
          unique: sql`user_id, key`,
          others: sql`user_id = ${requestKey.userId} and key <> ${requestKey.key}`,
          most: null,
        }
      : {
          column: sql`address_digest`,
          value: requestKey.addressDigest,
          // Whoever had the key could find the network by trying all of them.
          key: NOT_KEPT,
          unique: sql`address_digest`,
          others: sql`address_digest <> ${requestKey.addressDigest}`,
          most: REMOVED_AT_ONCE,
        };
  // Without those that others claim anew at this moment, who may be removing this one.
  const { rows } = await sql`
    with expired as (
      delete from idempotency_key where ctid = any (array(
        select ctid from idempotency_key where ${others} and claimed_at < ${limits.expiredBefore}
        order by claimed_at limit ${most} for update skip locked
      ))
    )
    insert into idempotency_key as claim (${column}, key, request_digest, claimed_at)
    values (${value}, ${key}, ${digest}, ${now})
    on conflict (${unique}) do update
      set request_digest = excluded.request_digest, claimed_at = excluded.claimed_at, status = null, answer = null
      where claim.claimed_at < ${limits.expiredBefore}
        or (claim.status is null and claim.claimed_at < ${limits.abandonedBefore}
          and claim.request_digest = excluded.request_digest)
    returning key`.execute(db);
  return rows.length > 0;
}

export async function findStoredAnswer(db: Db, requestKey: RequestKey): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`
    select request_digest as digest, status, answer from idempotency_key where ${is(requestKey)}`.execute(db);
  return rows[0];
}

export async function updateStoredAnswer(
  db: Db,
  requestKey: RequestKey,
  claimedAt: Date,
  answer: { status: number; text: string | null },
): Promise<void> {
  await sql`
    update idempotency_key set status = ${answer.status}, answer = ${answer.text}
    where ${is(requestKey)} and claimed_at = ${claimedAt}`.execute(db);
}

/** Gives the key back, so that the request can be tried again. */
export async function deleteRequestKey(db: Db, requestKey: RequestKey, claimedAt: Date): Promise<void> {
  await sql`delete from idempotency_key where ${is(requestKey)} and claimed_at = ${claimedAt}`.execute(db);
}

const is = (requestKey: RequestKey) =>
  'userId' in requestKey
    ? sql`user_id = ${requestKey.userId} and key = ${requestKey.key}`
    : sql`address_digest = ${requestKey.addressDigest}`;
