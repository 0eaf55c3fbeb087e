import type { Actor } from '#access/actor.ts';
import { existsBlockBetween } from '#features/account';
import type { Db, Tx } from '#platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { OrganizationDeps } from '../deps.ts';
import { notifyAdded } from '../group-notification.actions.ts';
import { teamMemberErrors } from '../member/member.schema.ts';
import {
  deleteDeparture,
  existsDeparture,
  findActiveMember,
  inOrganization,
  type MemberRow,
} from '../member/member.store.ts';
import { type GroupFacts, listTeamFacts } from '../organization/group-facts.store.ts';
import { lockReadableOrganization, requireOrganization } from '../organization/organization.actions.ts';
import type { OrganizationWithRole } from '../organization/organization.store.ts';
import { insertTeamAdmins } from '../organization/team-admin.store.ts';
import { teamEvent } from '../organization-event.rules.ts';
import {
  auditTeamReads,
  requirePermission,
  requirePermissionAudited,
  requireTeamPermissionAudited,
} from '../permission/permission.actions.ts';
import {
  canCreateTeam,
  canDeleteTeam,
  canNameTeamAdmin,
  canUpdateTeam,
  canViewOrganization,
  canViewTeam,
} from '../permission/permission.rules.ts';
import type { TeamRole } from '../permission/permission.schema.ts';
import { checkSettings } from '../settings.rules.ts';
import {
  type NewTeam,
  type Team,
  type TeamChange,
  type TeamQuery,
  type TeamReading,
  teamErrors,
} from './team.schema.ts';
import {
  deleteTeam,
  findTeam,
  insertTeam,
  listTeams as listTeamRows,
  lockOrganizationOfTeam,
  lockTeamToDelete,
  type TeamWithRole,
  updateTeam,
} from './team.store.ts';

/**
 * Creates a team. Its admin is by default the actor, or the organization's owner if the actor is a super admin and not a member.
 */
export async function createTeam(deps: OrganizationDeps, actor: Actor, input: NewTeam): Promise<Team> {
  checkSettings(input.settings);
  const id = deps.ids.next();
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, input.org_id);
    await requirePermissionAudited(deps, tx, actor, organization, {
      can: canCreateTeam,
      action: 'organization.create-team',
    });
    const admin = await requireEligibleAdmin(
      tx,
      actor,
      organization.id,
      input.admin_id ?? defaultAdminOf(organization, actor),
    );
    await insertTeam(tx, {
      id,
      orgId: organization.id,
      name: input.name,
      description: input.description ?? '',
      adminId: admin.user_id,
      settings: input.settings ?? {},
      now,
    });
    await deps.onOrganizationEvents(tx, [teamEvent('team.created', organization.id, id)]);
    const team = await requireTeam(tx, actor, id);
    await insertAdmin(deps, tx, actor, team, admin);
    return viewOf(tx, actor, team);
  });
}

/**
 * The teams of one organization or of all organizations of the actor, newest first. A super admin gets all teams. `mine` omits teams without the actor.
 */
export async function listTeams(
  deps: OrganizationDeps,
  actor: Actor,
  query: TeamQuery,
): Promise<{ teams: Team[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  if (query.org_id !== undefined) {
    requirePermission(actor, await requireOrganization(deps.db, actor, query.org_id), canViewOrganization);
  }
  const page = toPage(await listTeamRows(deps.db, actor, query, after, limit + 1), limit);
  await auditTeamReads(deps, deps.db, actor, page.rows);
  return { teams: await viewsOf(deps.db, actor, page.rows), next_cursor: writeCursor(page.next) };
}

/** A team with the actor's role in it. */
export async function readTeam(deps: OrganizationDeps, actor: Actor, id: string): Promise<TeamReading> {
  const team = await requireTeam(deps.db, actor, id);
  await requireTeamPermissionAudited(deps, deps.db, actor, team, { can: canViewTeam, action: 'team.read' });
  return {
    team: await viewOf(deps.db, actor, team),
    user_role: team.user_role,
    is_accepted: team.user_accepted_at !== null,
  };
}

/**
 * Changes the given values. Team admins can change all but `admin_id`, which the organization's owner changes. The new admin
 * becomes a member with the role `admin`; the former one keeps that role.
 */
export async function changeTeam(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  { name, description, settings, admin_id }: TeamChange,
): Promise<Team> {
  checkSettings(settings);
  return deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    // A client may send a team back as it was read, with its current admin_id.
    const isNewAdmin = admin_id !== undefined && admin_id.toLowerCase() !== team.admin_id;
    const changesTeam = [name, description, settings].some((value) => value !== undefined);
    if (changesTeam || !isNewAdmin) {
      await requireTeamPermissionAudited(deps, tx, actor, team, { can: canUpdateTeam, action: 'team.update' });
    }
    const adminId = isNewAdmin ? await nameAdmin(deps, tx, actor, team, admin_id) : undefined;
    await updateTeam(tx, team.id, { name, description, settings, adminId }, deps.clock.now());
    return viewOf(tx, actor, await requireTeam(tx, actor, team.id));
  });
}

/** Deletes a team. What was shared with it becomes private. */
export async function removeTeam(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    await requireTeamPermissionAudited(deps, tx, actor, team, { can: canDeleteTeam, action: 'team.delete' });
    await lockTeamToDelete(tx, team.id);
    await deps.sharing.revokeAll(tx, [team.id]);
    await deleteTeam(tx, team.id);
    await deps.onOrganizationEvents(tx, [teamEvent('team.deleted', team.org_id, team.id)]);
  });
}

export async function requireTeam(db: Db, actor: Actor, id: string): Promise<TeamWithRole> {
  const team = await findTeam(db, actor.userId, id);
  if (team === undefined) throw teamErrors.notFound();
  return team;
}

/** Locks a team with its organization (see `lockOrganization`) and reads it. */
export async function lockTeam(tx: Tx, actor: Actor, id: string): Promise<TeamWithRole> {
  await lockOrganizationOfTeam(tx, id);
  return requireTeam(tx, actor, id);
}

/** Gives a user the role `admin` in the team, so that they can be its `admin_id`. Returns their id. */
async function nameAdmin(
  deps: OrganizationDeps,
  tx: Tx,
  actor: Actor,
  team: TeamWithRole,
  userId: string,
): Promise<string> {
  const permission = { can: canNameTeamAdmin, action: 'team.name-admin', error: teamErrors.notOrganizationOwner };
  await requireTeamPermissionAudited(deps, tx, actor, team, permission);
  const admin = await requireEligibleAdmin(tx, actor, team.org_id, userId);
  if (admin.user_id !== actor.userId && (await existsDeparture(tx, { kind: 'team', id: team.id }, admin.user_id))) {
    throw teamMemberErrors.userDeparted();
  }
  await insertAdmin(deps, tx, actor, team, admin);
  return admin.user_id;
}

function defaultAdminOf(organization: OrganizationWithRole, actor: Actor): string {
  return organization.user_role === null ? organization.owner_id : actor.userId;
}

/** An active member of the organization without a block between them and the actor. */
async function requireEligibleAdmin(tx: Tx, actor: Actor, orgId: string, userId: string): Promise<MemberRow> {
  const member = await findActiveMember(tx, inOrganization(orgId), userId);
  if (member === undefined || (await existsBlockBetween(tx, actor.userId, member.user_id))) {
    throw teamErrors.adminNotMember();
  }
  return member;
}

/** Gives a user the role `admin` in a team. If another user added them by that, they are notified, and accept or decline. */
async function insertAdmin(
  deps: OrganizationDeps,
  tx: Tx,
  actor: Actor,
  team: TeamWithRole,
  { user_id: userId, is_ai }: MemberRow,
): Promise<void> {
  const now = deps.clock.now();
  const isActor = userId === actor.userId;
  if (isActor) await deleteDeparture(tx, { kind: 'team', id: team.id }, userId);
  const acceptedAt = isActor || is_ai ? now : null;
  const joined = await insertTeamAdmins(tx, { teamIds: [team.id], orgId: team.org_id, userId, acceptedAt, now });
  if (acceptedAt === null && joined.length > 0) await notifyAdded(deps, tx, actor, { kind: 'team', ...team }, userId);
}

async function viewOf(db: Db | Tx, actor: Actor, row: TeamWithRole): Promise<Team> {
  const [view] = await viewsOf(db, actor, [row]);
  if (view === undefined) throw new Error('Each team has a view.');
  return view;
}

async function viewsOf(db: Db | Tx, actor: Actor, rows: readonly TeamWithRole[]): Promise<Team[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const facts = new Map((await listTeamFacts(db, actor.userId, ids)).map((of) => [of.id, of]));
  return rows.map((row) => viewWith(row, facts.get(row.id)));
}

function viewWith(row: TeamWithRole, facts: GroupFacts<TeamRole> | undefined): Team {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    org_id: row.org_id,
    admin_id: row.admin_id,
    admin: facts?.lead ?? null,
    user_role: facts?.user_role ?? null,
    member_count: facts?.member_count ?? 0,
    settings: row.settings,
    organizations: { id: row.org_id, name: row.organization_name },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
