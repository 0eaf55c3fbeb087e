import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { ProfileRow } from '../profile/profile.store.ts';

/** The channel of changes of accounts: triggers send the id of the user. */
export const ACCOUNT_CHANNEL = 'account_change';

export const ACCOUNT_COLUMNS = [
  'profile.id',
  'email',
  'email_verified',
  'role',
  'role_changed_at',
  'is_active',
  'token_issuer',
  'erase_at',
  'erasing_since',
  'deleted_at',
] as const;

/** The part of a profile that every request needs. Migration 35 announces changes of it; another column needs its line there. */
export type Account = Pick<
  ProfileRow,
  | 'id'
  | 'email'
  | 'email_verified'
  | 'role'
  | 'role_changed_at'
  | 'is_active'
  | 'token_issuer'
  | 'erase_at'
  | 'erasing_since'
  | 'deleted_at'
>;

/**
 * An account, and whether a session of it at the built-in identity provider has ended. With such a session, its current email
 * address there.
 */
export type AccountWithSession = Account & {
  is_session_over: boolean;
  current_email: string | null;
  is_current_email_verified: boolean | null;
};
/** What an account is looked up by. `id` is in lower case; `sessionId` is null for tokens without a session. */
export type AccountKey = { id: string; sessionId: string | null };

/**
 * The accounts of those keys that have one, at least one of them.
 *
 * A list of values: PostgreSQL guesses the length of an array parameter, and so plans each execution again, which takes three times as long
 * as the rest.
 */
export async function listAccounts(
  db: Db,
  keys: readonly AccountKey[],
): Promise<{ key: AccountKey; account: AccountWithSession }[]> {
  const { rows } = await sql<AccountWithSession & { session_id: string | null }>`
    select profile.id, profile.email, email_verified, role, role_changed_at, is_active, token_issuer, erase_at, erasing_since, deleted_at,
      session_id, identity_user.email as current_email, "emailVerified" as is_current_email_verified,
      session_id is not null and not exists (
        select from identity_session where identity_session.id = session_id and "userId" = profile.id
      ) as is_session_over
    from (values ${sql.join(padded(keys).map(({ id, sessionId }) => sql`(${id}::uuid, ${sessionId}::uuid)`))}) as key (id, session_id)
      join profile using (id)
      left join identity_user on identity_user.id = profile.id and session_id is not null`.execute(db);
  return rows.map(({ session_id: sessionId, ...account }) => ({ key: { id: account.id, sessionId }, account }));
}

/** Repeats the last key up to a power of two, so that few different statements are prepared. */
function padded(keys: readonly AccountKey[]): AccountKey[] {
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return Array.from({ length }, (_, index) => keys[Math.min(index, keys.length - 1)]).filter(
    (key) => key !== undefined,
  );
}

export async function findAccountOfSubject(db: Db, issuer: string, subject: string): Promise<Account | undefined> {
  return db
    .selectFrom('profile_subject')
    .innerJoin('profile', 'profile.id', 'profile_subject.profile_id')
    .select(ACCOUNT_COLUMNS)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export type NewProfile = {
  id: string;
  email: string | null;
  isEmailVerified: boolean;
  /** The issuer whose subject is the id; empty for a generated id. */
  tokenIssuer: string;
  fullName: string;
  /** What searches compare. */
  searchName: string;
  now: Date;
};

/** Returns false if the profile exists already. */
export async function insertProfile(tx: Tx, profile: NewProfile): Promise<boolean> {
  const { id, email, isEmailVerified, tokenIssuer, fullName, searchName, now } = profile;
  const inserted = await tx
    .insertInto('profile')
    .values({
      id,
      email,
      email_verified: isEmailVerified,
      token_issuer: tokenIssuer,
      full_name: fullName,
      search_name: searchName,
      role_changed_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Binds a profile to an issuer if it is still bound to `former`. A synthetic user is never bound. */
export async function claimTokenIssuer(db: Db, id: string, former: string | null, issuer: string): Promise<void> {
  await sql`
    update profile set token_issuer = ${issuer}
    where id = ${id} and token_issuer is not distinct from ${former} and not is_ai`.execute(db);
}

/** Binds a subject to a profile. Returns false if it is bound already. */
export async function claimSubject(tx: Tx, issuer: string, subject: string, profileId: string): Promise<boolean> {
  const claimed = await tx
    .insertInto('profile_subject')
    .values({ issuer, subject, profile_id: profileId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('profile_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function deleteProfile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('profile').where('id', '=', id).execute();
}

export async function updateEmail(
  db: Db,
  id: string,
  { email, isVerified }: { email: string; isVerified: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable('profile')
    .set({ email, email_verified: isVerified, updated_at: now })
    .where('id', '=', id)
    .execute();
}
