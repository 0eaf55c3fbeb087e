import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Profile as ProfileTable } from '../../platform/db/tables.generated.ts';
import type { StoredPreferences } from './account.schema.ts';

declare module '../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'profile.preferences': StoredPreferences;
  }
}

export type ProfileRow = Selectable<ProfileTable>;

const ACCOUNT_COLUMNS = [
  'profile.id',
  'email',
  'email_verified',
  'role',
  'role_changed_at',
  'is_active',
  'token_issuer',
] as const;

/** The part of a profile that every request needs. */
export type Account = Pick<
  ProfileRow,
  'id' | 'email' | 'email_verified' | 'role' | 'role_changed_at' | 'is_active' | 'token_issuer'
>;

/** An account, and whether the session of the built-in identity provider is over that was asked about with it. */
export type AskedAccount = Account & { is_session_over: boolean };
/** Ids in lower case. The session is null where none is asked about. */
export type AccountQuestion = { id: string; sessionId: string | null };

/** The accounts that exist of those asked for, each with the question that it answers. */
export async function listAccounts(
  db: Db,
  asked: readonly AccountQuestion[],
): Promise<{ question: AccountQuestion; account: AskedAccount }[]> {
  const ids = asked.map(({ id }) => id);
  const sessionIds = asked.map(({ sessionId }) => sessionId);
  const { rows } = await sql<AskedAccount & { session_id: string | null }>`
    select profile.id, email, email_verified, role, role_changed_at, is_active, token_issuer, session_id,
      session_id is not null and not exists (
        select from identity_session where identity_session.id = session_id and "userId" = profile.id
      ) as is_session_over
    from unnest(${ids}::uuid[], ${sessionIds}::uuid[]) as asked (id, session_id) join profile using (id)`.execute(db);
  return rows.map(({ session_id: sessionId, ...account }) => ({ question: { id: account.id, sessionId }, account }));
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
  /** Whose tokens lead here by the id; empty where the id was generated. */
  tokenIssuer: string;
  fullName: string;
  now: Date;
};

/** Does nothing where the profile exists already, and then tells so by false. */
export async function insertProfile(tx: Tx, profile: NewProfile): Promise<boolean> {
  const { id, email, isEmailVerified, tokenIssuer, fullName, now } = profile;
  const inserted = await tx
    .insertInto('profile')
    .values({
      id,
      email,
      email_verified: isEmailVerified,
      token_issuer: tokenIssuer,
      full_name: fullName,
      role_changed_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * The profile of whoever has signed up at the built-in provider with this address, or has this id there; nothing where there is
 * nobody, or it exists. Returns the ids of new profiles.
 */
export async function insertProfilesOfSignUp(tx: Tx, addressOrId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into profile (id, email, email_verified, full_name, role_changed_at, created_at, updated_at)
    select id, email, "emailVerified", left(name, 200), ${now}, ${now}, ${now} from identity_user
    where lower(email) = lower(${addressOrId}) or id::text = lower(${addressOrId})
    on conflict (id) do nothing
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Has the tokens of another issuer lead to a profile by its id, where those of `former` did; of a synthetic person, none ever do. */
export async function claimTokenIssuer(db: Db, id: string, former: string | null, issuer: string): Promise<void> {
  await sql`
    update profile set token_issuer = ${issuer}
    where id = ${id} and token_issuer is not distinct from ${former} and not is_ai`.execute(db);
}

/** Binds a subject to a profile; false where it was bound to another one meanwhile. */
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

/** Stores the address that an access token names, and whether the provider vouches for it. */
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

/** True for the first one who asks for this address, ever. */
export async function claimSuperAdminGrant(tx: Tx, email: string, profileId: string, now: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('super_admin_grant')
    .values({ email, profile_id: profileId, granted_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Gives the role from `since` on; undefined where the person holds it already or does not exist. */
export async function claimPromotion(tx: Tx, id: string, since: Date): Promise<Account | undefined> {
  return tx
    .updateTable('profile')
    .set({ role: 'super_admin', role_changed_at: since, updated_at: since })
    .where('id', '=', id)
    .where('role', '=', 'user')
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirst();
}

export async function existsSuperAdmin(db: Db): Promise<boolean> {
  const row = await db.selectFrom('profile').select('id').where('role', '=', 'super_admin').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** What tells people with the same address apart. */
export type Candidate = Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'email_verified' | 'is_active' | 'role'> & {
  signed_up_at: Date;
};

/** The people with this address, in whatever case, or with this id, oldest first. */
export async function listCandidates(db: Db, addressOrId: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select profile.id, full_name, profile.email, email_verified, is_active, role,
      coalesce(identity_user."createdAt", profile.created_at) as signed_up_at
    from profile left join identity_user on identity_user.id = profile.id
    where (lower(profile.email) = lower(${addressOrId}) or profile.id::text = lower(${addressOrId})) and not is_ai
    order by signed_up_at, profile.id`.execute(db);
  return rows;
}

export async function findProfile(db: Db, id: string): Promise<ProfileRow | undefined> {
  return db.selectFrom('profile').selectAll().where('id', '=', id).executeTakeFirst();
}

export type ProfileValues = {
  full_name?: string;
  avatar_url?: string | null;
  read_notes_enabled?: boolean;
  check_in_enabled?: boolean;
};

/** A profile as it is now, and the avatar that it had before. */
export type ChangedProfile = ProfileRow & { previous_avatar_url: string | null };

/** Sets what is given and leaves the rest; preferences merge key by key. */
export async function updateProfile(
  db: Db,
  id: string,
  values: ProfileValues,
  preferences: StoredPreferences,
  now: Date,
): Promise<ChangedProfile | undefined> {
  return (
    db
      // Locked, so that of several changes at once each learns of the avatar that it really replaced.
      .with('before', (query) =>
        query.selectFrom('profile').select(['id', 'avatar_url']).where('id', '=', id).forUpdate(),
      )
      .updateTable('profile')
      .from('before')
      .set({ ...values, preferences: sql`preferences || ${JSON.stringify(preferences)}::jsonb`, updated_at: now })
      .whereRef('profile.id', '=', 'before.id')
      .returningAll('profile')
      .returning('before.avatar_url as previous_avatar_url')
      .executeTakeFirst()
  );
}
