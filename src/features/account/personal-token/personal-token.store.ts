import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';
import type { PersonalToken } from '#platform/db/tables.generated.ts';
import { ACCOUNT_COLUMNS, type Account } from '../authentication/authentication.store.ts';

const COLUMNS = ['id', 'name', 'prefix', 'scopes', 'expires_at', 'last_used_at', 'created_at'] as const;
export type PersonalTokenRow = Pick<Selectable<PersonalToken>, (typeof COLUMNS)[number]>;

/** Newest first. */
export async function listPersonalTokens(db: Db, userId: string): Promise<PersonalTokenRow[]> {
  const query = db.selectFrom('personal_token').select(COLUMNS).where('user_id', '=', userId);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

/** Serializes the creation of tokens of a user, so that they can be counted. */
export async function lockPersonalTokensOf(tx: Tx, userId: string): Promise<void> {
  await lockNamed(tx, `personal tokens of ${userId}`);
}

/** Counts expired tokens as well. */
export async function countPersonalTokens(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('personal_token')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type NewPersonalTokenValues = {
  id: string;
  userId: string;
  name: string;
  digest: Buffer;
  prefix: string;
  scopes: readonly string[];
  expiresAt: Date;
  now: Date;
};

export async function insertPersonalToken(tx: Tx, values: NewPersonalTokenValues): Promise<PersonalTokenRow> {
  const { id, userId, name, digest, prefix, scopes, expiresAt, now } = values;
  return tx
    .insertInto('personal_token')
    .values({
      id,
      user_id: userId,
      name,
      digest,
      prefix,
      scopes: [...scopes],
      expires_at: expiresAt,
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateNameOfPersonalToken(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<PersonalTokenRow | undefined> {
  return db
    .updateTable('personal_token')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function deletePersonalToken(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('personal_token')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A valid token with the account that it is of. */
export type TokenWithAccount = Pick<PersonalTokenRow, 'scopes' | 'last_used_at' | 'created_at'> & {
  token_id: string;
  account: Account;
};

/** Deletes all tokens of a user. Returns how many had not expired. */
export async function deletePersonalTokensOf(tx: Tx, userId: string, now: Date): Promise<number> {
  const { rows } = await sql`
    with deleted as (delete from personal_token where user_id = ${userId} returning expires_at)
    select from deleted where expires_at > ${now}`.execute(tx);
  return rows.length;
}

/**
 * Finds the token with this digest that has not expired, of an account that belongs to one of the issuers. Read at each request, so
 * that a revocation holds on all nodes from the next one on.
 */
export async function findTokenWithAccount(
  db: Db,
  digest: Buffer,
  issuers: readonly string[],
  now: Date,
): Promise<TokenWithAccount | undefined> {
  const row = await db
    .selectFrom('personal_token')
    .innerJoin('profile', 'profile.id', 'personal_token.user_id')
    .select(ACCOUNT_COLUMNS)
    .select(['personal_token.id as token_id', 'scopes', 'personal_token.last_used_at', 'personal_token.created_at'])
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .where(sql<boolean>`(token_issuer = any (${[...issuers]}) or exists (
      select from profile_subject where profile_id = profile.id and issuer = any (${[...issuers]})
    ))`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { token_id, scopes, last_used_at, created_at, ...account } = row;
  return { token_id, scopes, last_used_at, created_at, account };
}

/** Whether the token has neither been revoked nor expired. */
export async function existsPersonalToken(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from personal_token where id = ${id} and expires_at > ${now}`.execute(db);
  return rows.length > 0;
}

/** Stores a use, unless another one was stored since `usedBefore`. */
export async function updateLastUse(db: Db, id: string, usedBefore: Date, now: Date): Promise<void> {
  await db
    .updateTable('personal_token')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', usedBefore)]))
    .execute();
}
