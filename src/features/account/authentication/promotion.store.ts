import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { ProfileRow } from '../profile/profile.store.ts';
import { ACCOUNT_COLUMNS, type Account } from './authentication.store.ts';

/** Creates missing profiles of users who signed up at the built-in provider, by email address or id. Returns their ids. */
export async function insertProfilesOfSignUp(tx: Tx, emailOrId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into profile (id, email, email_verified, full_name, role_changed_at, created_at, updated_at)
    select id, email, "emailVerified", left(name, 200), ${now}, ${now}, ${now} from identity_user
    where lower(email) = lower(${emailOrId}) or id::text = lower(${emailOrId})
    on conflict (id) do nothing
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns false if the email address was granted the role before. */
export async function claimSuperAdminGrant(tx: Tx, email: string, profileId: string, now: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('super_admin_grant')
    .values({ email, profile_id: profileId, granted_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Whether the address of the account was verified when this session began. */
export async function isVerifiedSession(db: Db, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity_session where "id" = ${sessionId} and "beganVerified"`.execute(db);
  return rows.length > 0;
}

/** Returns undefined if the user has the role already or does not exist. */
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

/** What distinguishes users with the same email address. */
export type Candidate = Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'email_verified' | 'is_active' | 'role'> & {
  signed_up_at: Date;
};

/** The users with this email address (in any case) or id, oldest first. Synthetic users are excluded. */
export async function listCandidates(db: Db, emailOrId: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select profile.id, full_name, profile.email, email_verified, is_active, role,
      coalesce(identity_user."createdAt", profile.created_at) as signed_up_at
    from profile left join identity_user on identity_user.id = profile.id
    where (lower(profile.email) = lower(${emailOrId}) or profile.id::text = lower(${emailOrId})) and not is_ai
    order by signed_up_at, profile.id`.execute(db);
  return rows;
}
