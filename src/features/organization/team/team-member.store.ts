import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { TeamRole } from '../permission/permission.schema.ts';

export type TeamMemberRow = {
  user_id: string;
  full_name: string;
  avatar_url: string | null;
  is_ai: boolean;
  role: TeamRole;
  joined_at: Date;
  /** null until a member who was added by another user accepts. */
  accepted_at: Date | null;
  /** Whether the member is the team's `admin_id`. */
  is_admin: boolean;
};

/** An active or inactive member. */
export async function findTeamMember(db: Db, teamId: string, userId: string): Promise<TeamMemberRow | undefined> {
  return membersOf(db, teamId).where('member.user_id', '=', userId).executeTakeFirst();
}

/** The active members, newest first. */
export async function listTeamMembers(
  db: Db,
  teamId: string,
  after: Position | null,
  limit: number,
): Promise<TeamMemberRow[]> {
  const query = membersOf(db, teamId).where('is_active', '=', true);
  return query
    .where(afterCursor(after, 'member.joined_at', 'member.user_id'))
    .orderBy('member.joined_at', 'desc')
    .orderBy('member.user_id', 'desc')
    .limit(limit)
    .execute();
}

function membersOf(db: Db, teamId: string) {
  return db
    .selectFrom('team_member as member')
    .innerJoin('team', 'team.id', 'member.team_id')
    .innerJoin('profile', 'profile.id', 'member.user_id')
    .select(['member.user_id', 'full_name', 'avatar_url', 'is_ai', 'member.role', 'member.joined_at'])
    .select('member.accepted_at')
    .select(sql<boolean>`team.admin_id = member.user_id`.as('is_admin'))
    .where('member.team_id', '=', teamId);
}

export type NewTeamMemberValues = {
  teamId: string;
  orgId: string;
  userId: string;
  role: TeamRole;
  acceptedAt: Date | null;
  now: Date;
};

/** Returns false if the user is a member already. */
export async function insertTeamMember(tx: Tx, member: NewTeamMemberValues): Promise<boolean> {
  const { teamId, orgId, userId, role, acceptedAt, now } = member;
  const inserted = await tx
    .insertInto('team_member')
    .values({ team_id: teamId, org_id: orgId, user_id: userId, role, joined_at: now, accepted_at: acceptedAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'team_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateTeamRole(tx: Tx, teamId: string, userId: string, role: TeamRole): Promise<void> {
  await tx
    .updateTable('team_member')
    .set({ role })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteTeamMember(tx: Tx, teamId: string, userId: string): Promise<void> {
  await tx.deleteFrom('team_member').where('team_id', '=', teamId).where('user_id', '=', userId).execute();
}

/** Keeps the time of an earlier acceptance. */
export async function acceptTeamMembership(tx: Tx, teamId: string, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('team_member')
    .set({ accepted_at: now })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .execute();
}

/** Stores that a user has declined or left. */
export async function insertTeamDeparture(tx: Tx, teamId: string, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('team_departure')
    .values({ team_id: teamId, user_id: userId, departed_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'team_id']).doNothing())
    .execute();
}

export async function existsTeamDeparture(db: Db, teamId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_departure')
    .select('team_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTeamDeparture(tx: Tx, teamId: string, userId: string): Promise<void> {
  await tx.deleteFrom('team_departure').where('team_id', '=', teamId).where('user_id', '=', userId).execute();
}
