import { sql } from 'kysely';
import { digestOf } from '#platform/crypto/digest.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** More than one request adds, so that the tables shrink. */
const DELETE_BATCH_SIZE = 10;

/** Counts an email unless `limit` of them were counted for this key since its first one. */
export async function claimMailCount(
  tx: Tx,
  { key, now, endsAt }: { key: string; now: Date; endsAt: Date },
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into identity_mail_count as counted (address_digest, count, ends_at) values (${digestOf(key)}, 1, ${endsAt})
    on conflict (address_digest) do update
      set count = case when counted.ends_at > ${now} then counted.count + 1 else 1 end,
        ends_at = case when counted.ends_at > ${now} then counted.ends_at else excluded.ends_at end
      where counted.count < ${limit} or counted.ends_at <= ${now}
    returning count`.execute(tx);
  return rows.length > 0;
}

export async function insertAddressToken(
  tx: Tx,
  { token, userId, expiresAt }: { token: string; userId: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('identity_address_token')
    .values({ token_digest: digestOf(token), user_id: userId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('token_digest').doNothing())
    .execute();
}

export type AddressToken = { userId: string; email: string; expiresAt: Date };

/** Finds a token that was not used yet, with the current address of its account. */
export async function findAddressToken(db: Db, token: string): Promise<AddressToken | undefined> {
  return db
    .selectFrom('identity_address_token')
    .innerJoin('identity_user', 'identity_user.id', 'identity_address_token.user_id')
    .select(['user_id as userId', 'email', 'expires_at as expiresAt'])
    .where('token_digest', '=', digestOf(token))
    .executeTakeFirst();
}

/** Uses a token up. Returns false if a concurrent request has used it. */
export async function claimAddressToken(db: Db, token: string): Promise<boolean> {
  const claimed = await db
    .deleteFrom('identity_address_token')
    .where('token_digest', '=', digestOf(token))
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Deletes the links that were sent to former addresses of an account. */
export async function deleteLinks(db: Db, userId: string): Promise<void> {
  await sql`
    with address_token as (delete from identity_address_token where user_id = ${userId})
    delete from identity_verification where "value" = ${userId}`.execute(db);
}

export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await sql`
    with counts as (
      delete from identity_mail_count where address_digest in (
        select address_digest from identity_mail_count where ends_at < ${now} order by ends_at limit ${DELETE_BATCH_SIZE}
        for update skip locked
      )
    )
    delete from identity_address_token where token_digest in (
      select token_digest from identity_address_token where expires_at < ${now} order by expires_at limit ${DELETE_BATCH_SIZE}
      for update skip locked
    )`.execute(tx);
}
