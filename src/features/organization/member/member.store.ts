import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { OrganizationRole } from '../permission/permission.schema.ts';
import type { GroupPath } from './member.schema.ts';

/** A member of an organization or of a team. */
export type MemberRow = {
  user_id: string;
  full_name: string;
  avatar_url: string | null;
  is_ai: boolean;
  /** `owner` only in an organization. */
  role: OrganizationRole;
  /** Whether the member is the owner of the organization, or the `admin_id` of the team. */
  is_lead: boolean;
  joined_at: Date;
  /** null until a member who was added by another user accepts. */
  accepted_at: Date | null;
};

/** A group with its organization, which is itself or the one of the team. */
type GroupInOrganization = GroupPath & { org_id: string };

export function inOrganization(id: string): GroupInOrganization {
  return { kind: 'organization', id, org_id: id };
}

const TABLES = {
  organization: { members: 'organization_member', departures: 'organization_departure', groupId: 'org_id' },
  team: { members: 'team_member', departures: 'team_departure', groupId: 'team_id' },
} as const;

function selectMembers({ kind, id }: GroupPath): RawBuilder<MemberRow> {
  const columns = sql`
    member.user_id, full_name, avatar_url, is_ai, member.role, member.joined_at, member.accepted_at`;
  return kind === 'organization'
    ? sql`
      select ${columns}, member.role = 'owner' as is_lead
      from organization_member member join profile on profile.id = member.user_id
      where member.org_id = ${id}`
    : sql`
      select ${columns}, member.user_id = team.admin_id as is_lead
      from team_member member join team on team.id = member.team_id join profile on profile.id = member.user_id
      where member.team_id = ${id}`;
}

/** An active or inactive member. */
export async function findMember(db: Db, group: GroupPath, userId: string): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`${selectMembers(group)} and member.user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function findActiveMember(db: Db, group: GroupPath, userId: string): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    ${selectMembers(group)} and member.user_id = ${userId} and is_active`.execute(db);
  return rows[0];
}

export async function findActiveOwner(db: Db, orgId: string): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    ${selectMembers(inOrganization(orgId))} and member.role = 'owner' and is_active`.execute(db);
  return rows[0];
}

/** The active members except the owner of an organization, newest first. */
export async function listMembersExceptOwner(
  db: Db,
  group: GroupPath,
  after: Position | null,
  limit: number,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    ${selectMembers(group)} and member.role <> 'owner' and is_active
      and ${afterCursor(after, 'member.joined_at', 'member.user_id')}
    order by member.joined_at desc, member.user_id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** The active member who accepted first, admins before members. Excludes `exceptId` and synthetic users. */
export async function findLongestMember(db: Db, orgId: string, exceptId: string): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    ${selectMembers(inOrganization(orgId))} and member.user_id <> ${exceptId}
      and accepted_at is not null and is_active and not is_ai
    order by member.role = 'admin' desc, accepted_at, member.user_id
    limit 1`.execute(db);
  return rows[0];
}

export async function findActiveUser(db: Db, id: string): Promise<{ id: string; is_ai: boolean } | undefined> {
  return db
    .selectFrom('profile')
    .select(['id', 'is_ai'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

export type NewMemberValues = { userId: string; role: OrganizationRole; acceptedAt: Date | null; now: Date };

/** Returns false if the user is a member already. */
export async function insertMember(
  tx: Tx,
  { kind, id, org_id }: GroupInOrganization,
  { userId, role, acceptedAt, now }: NewMemberValues,
): Promise<boolean> {
  const { members, groupId } = TABLES[kind];
  const inserted = await tx
    .insertInto<'organization_member' | 'team_member'>(members)
    // In an organization, both ids are one column.
    .values({ org_id, [groupId]: id, user_id: userId, role, joined_at: now, accepted_at: acceptedAt } as never)
    .onConflict((conflict) => conflict.columns(['user_id', groupId] as never).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateRole(
  tx: Tx,
  { kind, id }: GroupPath,
  userId: string,
  role: OrganizationRole,
): Promise<void> {
  const { members, groupId } = TABLES[kind];
  await sql`
    update ${sql.table(members)} set role = ${role}
    where ${sql.ref(groupId)} = ${id} and user_id = ${userId}`.execute(tx);
}

/** Keeps the time of an earlier acceptance. */
export async function updateAcceptance(tx: Tx, { kind, id }: GroupPath, userId: string, now: Date): Promise<void> {
  const { members, groupId } = TABLES[kind];
  await sql`
    update ${sql.table(members)} set accepted_at = ${now}
    where ${sql.ref(groupId)} = ${id} and user_id = ${userId} and accepted_at is null`.execute(tx);
}

/** Deletes with a membership of an organization also those of its teams. */
export async function deleteMember(tx: Tx, { kind, id }: GroupPath, userId: string): Promise<void> {
  const { members, groupId } = TABLES[kind];
  await sql`delete from ${sql.table(members)} where ${sql.ref(groupId)} = ${id} and user_id = ${userId}`.execute(tx);
}

/** Stores that a user has declined or left. */
export async function insertDeparture(tx: Tx, { kind, id }: GroupPath, userId: string, now: Date): Promise<void> {
  const { departures, groupId } = TABLES[kind];
  await sql`
    insert into ${sql.table(departures)} (${sql.ref(groupId)}, user_id, departed_at)
    values (${id}, ${userId}, ${now})
    on conflict (user_id, ${sql.ref(groupId)}) do nothing`.execute(tx);
}

export async function existsDeparture(db: Db, { kind, id }: GroupPath, userId: string): Promise<boolean> {
  const { departures, groupId } = TABLES[kind];
  const { rows } = await sql`
    select from ${sql.table(departures)} where ${sql.ref(groupId)} = ${id} and user_id = ${userId}`.execute(db);
  return rows.length > 0;
}

export async function deleteDeparture(tx: Tx, { kind, id }: GroupPath, userId: string): Promise<void> {
  const { departures, groupId } = TABLES[kind];
  await sql`
    delete from ${sql.table(departures)} where ${sql.ref(groupId)} = ${id} and user_id = ${userId}`.execute(tx);
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
