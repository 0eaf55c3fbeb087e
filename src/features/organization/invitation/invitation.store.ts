import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { GroupInvitation } from '#platform/db/tables.generated.ts';
import type { InvitedRole } from './invitation.schema.ts';

export type InvitationRow = Selectable<GroupInvitation>;

/** An invitation with the names of its group and inviter. */
export type ReceivedInvitationRow = InvitationRow & {
  organization_name: string;
  team_name: string | null;
  inviter_name: string;
};

export type NewInvitationValues = {
  id: string;
  orgId: string;
  teamId: string | null;
  role: InvitedRole;
  invitedBy: string;
  userId: string | null;
  email: string | null;
  maxUses: number;
  expiresAt: Date;
  now: Date;
};

/** Returns undefined if the group has an invitation for this user or email address already. */
export async function insertInvitation(tx: Tx, invitation: NewInvitationValues): Promise<InvitationRow | undefined> {
  const { id, orgId, teamId, role, invitedBy, userId, email, maxUses, expiresAt, now } = invitation;
  return tx
    .insertInto('group_invitation')
    .values({
      id,
      org_id: orgId,
      team_id: teamId,
      role,
      invited_by: invitedBy,
      user_id: userId,
      email,
      max_uses: maxUses,
      expires_at: expiresAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Deletes used and expired invitations of a group. Declined ones are kept, so that they are not repeated. */
export async function deleteEndedInvitations(tx: Tx, groupId: string, now: Date): Promise<void> {
  await sql`
    delete from group_invitation
    where coalesce(team_id, org_id) = ${groupId} and declined_at is null and (uses = max_uses or expires_at <= ${now})
    `.execute(tx);
}

export async function countOpenInvitations(tx: Tx, groupId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from group_invitation
    where coalesce(team_id, org_id) = ${groupId} and declined_at is null and uses < max_uses and expires_at > ${now}
    `.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Whether this user or email address has declined an invitation of the group. */
export async function existsDeclined(
  tx: Tx,
  groupId: string,
  { userId, email }: Pick<NewInvitationValues, 'userId' | 'email'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from group_invitation
    where coalesce(team_id, org_id) = ${groupId} and declined_at is not null
      and (user_id = ${userId} or lower(email) = lower(${email}))`.execute(tx);
  return rows.length > 0;
}

/** The invitations of a group, newest first. */
export async function listInvitationsOfGroup(
  db: Db,
  groupId: string,
  after: Position | null,
  limit: number,
): Promise<InvitationRow[]> {
  const query = db
    .selectFrom('group_invitation')
    .selectAll()
    .where(sql<boolean>`coalesce(team_id, org_id) = ${groupId}`);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The user that invitations name, and the user's verified address in lower case, if there is one. */
export type Invitee = { userId: string; verifiedAddress: string | null };

/** The email address of a user in lower case, and whether it is verified. */
export async function findAddress(
  db: Db,
  userId: string,
): Promise<{ address: string | null; isVerified: boolean } | undefined> {
  return db
    .selectFrom('profile')
    .select([sql<string | null>`lower(email)`.as('address'), 'email_verified as isVerified'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** The open invitations of a user by active inviters, except those of `hiddenIds`. Newest first. */
export async function listInvitationsTo(
  db: Db,
  invitee: Invitee,
  { now, hiddenIds }: { now: Date; hiddenIds: readonly string[] },
  after: Position | null,
  limit: number,
): Promise<ReceivedInvitationRow[]> {
  const query = receivedInvitations(db)
    .where(names(invitee))
    .where('declined_at', 'is', null)
    .where(sql<boolean>`uses < max_uses and expires_at > ${now} and not invited_by = any (${[...hiddenIds]}::uuid[])`);
  return query
    .where(afterCursor(after, 'invitation.created_at', 'invitation.id'))
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns undefined also if the inviter is inactive. */
export async function findInvitation(db: Db, id: string): Promise<ReceivedInvitationRow | undefined> {
  return receivedInvitations(db).where('invitation.id', '=', id).executeTakeFirst();
}

const names = ({ userId, verifiedAddress }: Invitee) =>
  sql<boolean>`(invitation.user_id = ${userId} or lower(invitation.email) = ${verifiedAddress})`;

function receivedInvitations(db: Db) {
  return db
    .selectFrom('group_invitation as invitation')
    .innerJoin('organization', 'organization.id', 'invitation.org_id')
    .leftJoin('team', 'team.id', 'invitation.team_id')
    .innerJoin('profile as inviter', (join) =>
      join.onRef('inviter.id', '=', 'invitation.invited_by').on('inviter.is_active', '=', true),
    )
    .selectAll('invitation')
    .select(['organization.name as organization_name', 'team.name as team_name', 'inviter.full_name as inviter_name']);
}

/** Counts one use. Returns false if the invitation has ended. */
export async function claimInvitationUse(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('group_invitation')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('uses', '<', 'max_uses')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns a use that was claimed but not made. */
export async function releaseInvitationUse(db: Db, id: string): Promise<void> {
  await sql`update group_invitation set uses = uses - 1 where id = ${id} and uses > 0`.execute(db);
}

/** Declines an unused invitation of a user. Declining again changes nothing. Returns false if there is none. */
export async function claimDecline(db: Db, id: string, invitee: Invitee, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('group_invitation as invitation')
    .set({ declined_at: sql`coalesce(declined_at, ${now})` })
    .where('id', '=', id)
    .where(names(invitee))
    .where('uses', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the group has no such invitation. A declined one is kept, so that it is not repeated. */
export async function deleteInvitation(tx: Tx, groupId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from group_invitation
    where id = ${id} and coalesce(team_id, org_id) = ${groupId} and declined_at is null returning id`.execute(tx);
  return rows.length > 0;
}
