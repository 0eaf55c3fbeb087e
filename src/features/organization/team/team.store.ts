import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { Team } from '#platform/db/tables.generated.ts';
import type { Viewer } from '../organization/organization.store.ts';
import type { OrganizationRole, TeamRole } from '../permission/permission.schema.ts';
import type { Settings } from '../settings.schema.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'team.settings': Settings;
  }
}

/** A team with a user's roles in it and in its organization, or null. */
export type TeamWithRole = Selectable<Team> & {
  organization_name: string;
  organization_role: OrganizationRole | null;
  user_role: TeamRole | null;
  user_accepted_at: Date | null;
};

export async function findTeam(db: Db, userId: string, id: string): Promise<TeamWithRole | undefined> {
  return teamsFor(db, userId).where('team.id', '=', id).executeTakeFirst();
}

export type TeamFilter = { org_id?: string; mine?: boolean };

/**
 * The teams of the viewer's organizations, or of all for a super admin, newest first. The filter chooses those of one organization, or
 * with the viewer as a member.
 */
export async function listTeams(
  db: Db,
  viewer: Viewer,
  { org_id: orgId, mine = false }: TeamFilter,
  after: Position | null,
  limit: number,
): Promise<TeamWithRole[]> {
  let query = teamsFor(db, viewer.userId);
  if (!viewer.isSuperAdmin) query = query.where('in_organization.user_id', 'is not', null);
  if (mine) query = query.where('in_team.user_id', 'is not', null);
  if (orgId !== undefined) query = query.where('team.org_id', '=', orgId);
  return query
    .where(afterCursor(after, 'team.created_at', 'team.id'))
    .orderBy('team.created_at', 'desc')
    .orderBy('team.id', 'desc')
    .limit(limit)
    .execute();
}

function teamsFor(db: Db, userId: string) {
  return db
    .selectFrom('team')
    .innerJoin('organization', 'organization.id', 'team.org_id')
    .leftJoin('organization_member as in_organization', (join) =>
      join.onRef('in_organization.org_id', '=', 'team.org_id').on('in_organization.user_id', '=', userId),
    )
    .leftJoin('team_member as in_team', (join) =>
      join.onRef('in_team.team_id', '=', 'team.id').on('in_team.user_id', '=', userId),
    )
    .selectAll('team')
    .select(['organization.name as organization_name', 'in_organization.role as organization_role'])
    .select(['in_team.role as user_role', 'in_team.accepted_at as user_accepted_at']);
}

/** Locks a team by locking its organization (see `lockOrganization`). */
export async function lockOrganizationOfTeam(tx: Tx, id: string): Promise<void> {
  await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', ({ selectFrom }) => selectFrom('team').select('org_id').where('id', '=', id))
    .forNoKeyUpdate()
    .execute();
}

/** Locks a team for deletion, also against new shares with it. Requires `lockOrganizationOfTeam`. */
export async function lockTeamToDelete(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('team').select('id').where('id', '=', id).forUpdate().execute();
}

export type NewTeamValues = {
  id: string;
  orgId: string;
  name: string;
  description: string;
  adminId: string;
  settings: object;
  now: Date;
};

export async function insertTeam(tx: Tx, team: NewTeamValues): Promise<void> {
  const { id, orgId, name, description, adminId, settings, now } = team;
  await tx
    .insertInto('team')
    .values({
      id,
      org_id: orgId,
      name,
      description,
      admin_id: adminId,
      settings: JSON.stringify(settings),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Undefined values are not changed. */
export type TeamValues = {
  name?: string | undefined;
  description?: string | undefined;
  settings?: object | undefined;
  adminId?: string | undefined;
};

export async function updateTeam(
  tx: Tx,
  id: string,
  { name, description, settings, adminId }: TeamValues,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('team')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(settings !== undefined && { settings: JSON.stringify(settings) }),
      ...(adminId !== undefined && { admin_id: adminId }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Also deletes its memberships. */
export async function deleteTeam(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('team').where('id', '=', id).execute();
}
