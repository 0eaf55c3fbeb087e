import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

export type Attempt = { accountDigest: string; networkDigest: string; now: Date; expiresAt: Date };

/** The counter of an attempt: its network if known, otherwise the shared counter of unknown networks (empty). */
export type AttemptCounter = { network_digest: string };

/**
 * Counts an attempt as a failure before its result is known, so that concurrent attempts cannot bypass the count, and starts the
 * delay of that count. Returns undefined, without counting, during a delay.
 */
export async function claimSignInAttempt(
  db: Db,
  attempt: Attempt,
  delaysSeconds: readonly number[],
): Promise<AttemptCounter | undefined> {
  const { accountDigest, networkDigest, now, expiresAt } = attempt;
  const { rows } = await sql<AttemptCounter>`
    insert into sign_in_attempt as counted (account_digest, network_digest, failures, expires_at)
    values (
      ${accountDigest},
      coalesce((
        select network_digest from sign_in_attempt
        where account_digest = ${accountDigest} and network_digest = ${networkDigest} and expires_at > ${now}
      ), ''),
      1,
      ${expiresAt}
    )
    on conflict (account_digest, network_digest) do update
      set failures = case when counted.expires_at > ${now} then counted.failures + 1 else 1 end,
        blocked_until = case when counted.expires_at > ${now} then
          ${now}::timestamptz + (${sql.val([...delaysSeconds])}::int[])[least(counted.failures + 1, ${delaysSeconds.length}::int)] * interval '1 second'
        end,
        expires_at = greatest(counted.expires_at, excluded.expires_at)
      where counted.blocked_until is null or counted.blocked_until <= ${now}
    returning network_digest`.execute(db);
  return rows[0];
}

/** When the account accepts attempts from this network again. */
export async function findSignInBlock(db: Db, { accountDigest, networkDigest, now }: Attempt): Promise<Date | null> {
  const row = await db
    .selectFrom('sign_in_attempt')
    .select('blocked_until')
    .where('account_digest', '=', accountDigest)
    .where('network_digest', 'in', ['', networkDigest])
    .where('expires_at', '>', now)
    // The row of a known network takes precedence.
    .orderBy('network_digest', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.blocked_until ?? null;
}

/** Resets the counter and stores the network as known. */
export async function upsertKnownNetwork(db: Db, attempt: Attempt, counter: AttemptCounter): Promise<void> {
  const { accountDigest, networkDigest, expiresAt } = attempt;
  await sql`
    with removed as (
      delete from sign_in_attempt
      where account_digest = ${accountDigest} and network_digest = ${counter.network_digest}
        and network_digest <> ${networkDigest}
    )
    insert into sign_in_attempt (account_digest, network_digest, failures, expires_at)
    values (${accountDigest}, ${networkDigest}, 0, ${expiresAt})
    on conflict (account_digest, network_digest) do update
      set failures = 0, blocked_until = null, expires_at = excluded.expires_at`.execute(db);
}

/**
 * Resets the counter of an attempt that was completed in a later request, and stores the network as known. Returns whether the
 * network was unknown.
 */
export async function completeAttempt(
  db: Db,
  { accountDigest, networkDigest, now, expiresAt }: Attempt,
): Promise<boolean> {
  const { rows } = await sql`
    with known as (
      select from sign_in_attempt
      where account_digest = ${accountDigest} and network_digest = ${networkDigest} and expires_at > ${now}
    ), removed as (
      delete from sign_in_attempt
      where account_digest = ${accountDigest} and network_digest = '' and not exists (select from known)
    )
    insert into sign_in_attempt (account_digest, network_digest, failures, expires_at)
    values (${accountDigest}, ${networkDigest}, 0, ${expiresAt})
    on conflict (account_digest, network_digest) do update
      set failures = 0, blocked_until = null, expires_at = excluded.expires_at
    returning not exists (select from known) as is_unknown`.execute(db);
  return (rows as { is_unknown: boolean }[])[0]?.is_unknown ?? false;
}

/** Takes back the failure that an attempt was counted as, and its delay. */
export async function updateWithoutFailure(db: Db, { accountDigest }: Attempt): Promise<void> {
  await sql`
    update sign_in_attempt set failures = failures - 1, blocked_until = null
    where account_digest = ${accountDigest} and network_digest = '' and failures > 0`.execute(db);
}

export async function deleteExpiredAttempts(db: Db, now: Date, limit: number): Promise<void> {
  await sql`
    delete from sign_in_attempt where (account_digest, network_digest) in (
      select account_digest, network_digest from sign_in_attempt
      where expires_at < ${now} order by expires_at limit ${limit} for update skip locked
    )`.execute(db);
}
