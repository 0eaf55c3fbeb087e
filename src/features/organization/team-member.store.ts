import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { TeamRole } from './team.schema.ts';

export type TeamMemberRow = {
  user_id: string;
  full_name: string;
  avatar_url: string | null;
  is_ai: boolean;
  role: TeamRole;
  joined_at: Date;
  /** null where another person added them and they have not accepted yet. */
  accepted_at: Date | null;
  /** Whether the team names them as its admin_id. */
  is_admin: boolean;
};

/** A member, whether active or not. */
export async function findTeamMember(db: Db, teamId: string, userId: string): Promise<TeamMemberRow | undefined> {
  return membersOf(db, teamId).where('member.user_id', '=', userId).executeTakeFirst();
}

/** The active members, who joined last first. */
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

/** The ids of the organization's teams that somebody belongs to. */
export async function listTeamIdsOfMember(tx: Tx, orgId: string, userId: string): Promise<string[]> {
  const teams = await tx
    .selectFrom('team_member')
    .select('team_id')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .execute();
  return teams.map(({ team_id }) => team_id);
}

export type NewTeamMemberValues = {
  teamId: string;
  orgId: string;
  userId: string;
  role: TeamRole;
  acceptedAt: Date | null;
  now: Date;
};

/** False where the person belongs to the team already. */
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

/**
 * Gives a person the role of admin in teams of one organization, whether they belong to them yet or not. Returns the ids of the
 * teams that they join by it.
 */
export async function insertTeamAdmins(
  tx: Tx,
  admin: { teamIds: readonly string[]; orgId: string; userId: string; acceptedAt: Date | null; now: Date },
): Promise<string[]> {
  const { teamIds, orgId, userId, acceptedAt, now } = admin;
  const { rows } = await sql<{ team_id: string; is_new: boolean }>`
    insert into team_member (team_id, org_id, user_id, role, joined_at, accepted_at)
    select team_id, ${orgId}, ${userId}, 'admin', ${now}, ${acceptedAt} from unnest(${[...teamIds]}::uuid[]) team_id
    on conflict (user_id, team_id) do update set role = 'admin'
    -- PostgreSQL leaves xmax at 0 on a row that was inserted.
    returning team_id, xmax = 0 as is_new`.execute(tx);
  return rows.filter(({ is_new }) => is_new).map(({ team_id }) => team_id);
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

/** Accepts a membership; one that is accepted stays as it is. */
export async function acceptTeamMembership(tx: Tx, teamId: string, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('team_member')
    .set({ accepted_at: now })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .execute();
}

/** Remembers that a person has declined or left the team. */
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
