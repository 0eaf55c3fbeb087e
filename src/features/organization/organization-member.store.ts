import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Position } from '../../platform/http/page.ts';
import type { OrganizationRole } from './organization.schema.ts';

export type OrganizationMemberRow = {
  user_id: string;
  full_name: string;
  avatar_url: string | null;
  is_ai: boolean;
  role: OrganizationRole;
  joined_at: Date;
};

/** A member, whether active or not. */
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

/** The active members but the owner, who joined last first. */
export async function listMembersBesideOwner(
  db: Db,
  orgId: string,
  after: Position | null,
  limit: number,
): Promise<OrganizationMemberRow[]> {
  let query = membersOf(db, orgId).where('member.role', '<>', 'owner').where('is_active', '=', true);
  if (after !== null) {
    query = query.where(sql<boolean>`(member.joined_at, member.user_id) < (${after.createdAt}, ${after.id})`);
  }
  return query.orderBy('member.joined_at', 'desc').orderBy('member.user_id', 'desc').limit(limit).execute();
}

function membersOf(db: Db, orgId: string) {
  return db
    .selectFrom('organization_member as member')
    .innerJoin('profile', 'profile.id', 'member.user_id')
    .select(['member.user_id', 'full_name', 'avatar_url', 'is_ai', 'member.role', 'member.joined_at'])
    .$narrowType<{ role: OrganizationRole }>()
    .where('member.org_id', '=', orgId);
}

/** The id of an active person, as it is stored. */
export async function findActivePerson(db: Db, id: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('profile').select('id').where('id', '=', id).where('is_active', '=', true).executeTakeFirst();
}

export type NewOrganizationMemberValues = { orgId: string; userId: string; role: OrganizationRole; now: Date };

/** False where the person belongs to the organization already. */
export async function insertOrganizationMember(tx: Tx, member: NewOrganizationMemberValues): Promise<boolean> {
  const { orgId, userId, role, now } = member;
  const inserted = await tx
    .insertInto('organization_member')
    .values({ org_id: orgId, user_id: userId, role, joined_at: now })
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

/** With the memberships of the organization's teams. */
export async function deleteOrganizationMember(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.deleteFrom('organization_member').where('org_id', '=', orgId).where('user_id', '=', userId).execute();
}
