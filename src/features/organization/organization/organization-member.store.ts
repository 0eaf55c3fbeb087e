import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { OrganizationRole } from '../permission/permission.schema.ts';

export type OrganizationMemberRow = {
  user_id: string;
  full_name: string;
  avatar_url: string | null;
  is_ai: boolean;
  role: OrganizationRole;
  joined_at: Date;
  /** null until a member who was added by another user accepts. */
  accepted_at: Date | null;
};

/** An active or inactive member. */
export async function findOrganizationMember(
  db: Db,
  orgId: string,
  userId: string,
): Promise<OrganizationMemberRow | undefined> {
  return membersOf(db, orgId).where('member.user_id', '=', userId).executeTakeFirst();
}

export async function findActiveMember(
  db: Db,
  orgId: string,
  userId: string,
): Promise<OrganizationMemberRow | undefined> {
  return membersOf(db, orgId).where('member.user_id', '=', userId).where('is_active', '=', true).executeTakeFirst();
}

export async function findActiveOwner(db: Db, orgId: string): Promise<OrganizationMemberRow | undefined> {
  return membersOf(db, orgId).where('member.role', '=', 'owner').where('is_active', '=', true).executeTakeFirst();
}

/** The active members except the owner, newest first. */
export async function listMembersExceptOwner(
  db: Db,
  orgId: string,
  after: Position | null,
  limit: number,
): Promise<OrganizationMemberRow[]> {
  const query = membersOf(db, orgId).where('member.role', '<>', 'owner').where('is_active', '=', true);
  return query
    .where(afterCursor(after, 'member.joined_at', 'member.user_id'))
    .orderBy('member.joined_at', 'desc')
    .orderBy('member.user_id', 'desc')
    .limit(limit)
    .execute();
}

function membersOf(db: Db, orgId: string) {
  return db
    .selectFrom('organization_member as member')
    .innerJoin('profile', 'profile.id', 'member.user_id')
    .select(['member.user_id', 'full_name', 'avatar_url', 'is_ai', 'member.role', 'member.joined_at'])
    .select('member.accepted_at')
    .where('member.org_id', '=', orgId);
}

export async function findActiveUser(db: Db, id: string): Promise<{ id: string; is_ai: boolean } | undefined> {
  return db
    .selectFrom('profile')
    .select(['id', 'is_ai'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

export type NewOrganizationMemberValues = {
  orgId: string;
  userId: string;
  role: OrganizationRole;
  acceptedAt: Date | null;
  now: Date;
};

/** Returns false if the user is a member already. */
export async function insertOrganizationMember(tx: Tx, member: NewOrganizationMemberValues): Promise<boolean> {
  const { orgId, userId, role, acceptedAt, now } = member;
  const inserted = await tx
    .insertInto('organization_member')
    .values({ org_id: orgId, user_id: userId, role, joined_at: now, accepted_at: acceptedAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'org_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateOrganizationRole(
  tx: Tx,
  orgId: string,
  userId: string,
  role: OrganizationRole,
): Promise<void> {
  await tx
    .updateTable('organization_member')
    .set({ role })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .execute();
}

/** The organizations that a user owns or is a member of. */
export async function listOrganizationIdsOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select org_id as id from organization_member where user_id = ${userId}
    union select id from organization where owner_id = ${userId}
    union select org_id from team where admin_id = ${userId}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Also deletes the memberships in the organization's teams. */
export async function deleteOrganizationMember(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.deleteFrom('organization_member').where('org_id', '=', orgId).where('user_id', '=', userId).execute();
}

/** Keeps the time of an earlier acceptance. */
export async function acceptOrganizationMembership(tx: Tx, orgId: string, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('organization_member')
    .set({ accepted_at: now })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .execute();
}

/** Stores that a user has declined or left. */
export async function insertOrganizationDeparture(tx: Tx, orgId: string, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('organization_departure')
    .values({ org_id: orgId, user_id: userId, departed_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'org_id']).doNothing())
    .execute();
}

export async function existsOrganizationDeparture(db: Db, orgId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization_departure')
    .select('org_id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOrganizationDeparture(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.deleteFrom('organization_departure').where('org_id', '=', orgId).where('user_id', '=', userId).execute();
}

/** The active member who accepted first, admins before members. Excludes `exceptId` and synthetic users. */
export async function findLongestMember(
  db: Db,
  orgId: string,
  exceptId: string,
): Promise<OrganizationMemberRow | undefined> {
  return membersOf(db, orgId)
    .where('member.user_id', '<>', exceptId)
    .where('accepted_at', 'is not', null)
    .where('is_active', '=', true)
    .where('is_ai', '=', false)
    .orderBy(sql`member.role = 'admin'`, 'desc')
    .orderBy('accepted_at')
    .orderBy('member.user_id')
    .limit(1)
    .executeTakeFirst();
}
