import type { Actor } from '#access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { OrganizationDeps } from '../deps.ts';
import { requireOrganization } from '../organization/organization.actions.ts';
import { findAddableUser } from '../organization/organization-member.actions.ts';
import { acceptOrganizationMembership, findOrganizationMember } from '../organization/organization-member.store.ts';
import { insertTeamAdmins } from '../organization/team-admin.store.ts';
import { requireTeamPermission, requireTeamPermissionAudited } from '../permission/permission.actions.ts';
import {
  canAddTeamMember,
  canChangeTeamRole,
  canRemoveTeamMember,
  canViewTeam,
  type TeamAccess,
} from '../permission/permission.rules.ts';
import { permissionErrors, type TeamRole } from '../permission/permission.schema.ts';
import { lockTeam, notifyAddedToTeam, requireTeam } from './team.actions.ts';
import { lockOrganizationOfTeam, type TeamWithRole, updateTeam } from './team.store.ts';
import { type NewTeamMember, type TeamMember, teamMemberErrors } from './team-member.schema.ts';
import {
  acceptTeamMembership,
  deleteTeamDeparture,
  deleteTeamMember,
  existsTeamDeparture,
  findTeamMember,
  insertTeamDeparture,
  insertTeamMember,
  listTeamMembers as listTeamMemberRows,
  type TeamMemberRow,
  updateTeamRole,
} from './team-member.store.ts';

/** The active members, newest first. */
export async function listTeamMembers(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  query: PageQuery,
): Promise<{ members: TeamMember[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const team = await requireTeam(deps.db, actor, id);
  await requireTeamPermissionAudited(deps, deps.db, actor, team, { can: canViewTeam, action: 'team.read-members' });
  const rows = await listTeamMemberRows(deps.db, team.id, after, limit + 1);
  const page = toPage(
    rows.map((member) => ({ ...member, id: member.user_id, created_at: member.joined_at })),
    limit,
  );
  return { members: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** Adds a member of the organization immediately and notifies them, so that they accept or decline. */
export async function addTeamMember(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  { user_id, role = 'member' }: NewTeamMember,
): Promise<TeamMember> {
  return deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    await requireTeamPermissionAudited(deps, tx, actor, team, { can: canAddTeamMember, action: 'team.add-member' });
    const user = await findAddableUser(tx, actor, user_id);
    if (user === undefined) throw teamMemberErrors.userNotFound();
    const organizationMember = await findOrganizationMember(tx, team.org_id, user.id);
    if (organizationMember === undefined) throw teamMemberErrors.notInOrganization();
    const isActor = user.id === actor.userId;
    if (isActor) await deleteTeamDeparture(tx, team.id, user.id);
    else if (await existsTeamDeparture(tx, team.id, user.id)) throw teamMemberErrors.userDeparted();
    const now = deps.clock.now();
    const acceptedAt = isActor || user.is_ai ? now : null;
    const membership = { teamId: team.id, orgId: team.org_id, userId: user.id, role, acceptedAt, now };
    if (!(await insertTeamMember(tx, membership))) throw teamMemberErrors.alreadyMember();
    if (acceptedAt === null) await notifyAddedToTeam(deps, tx, actor, team, user.id);
    return viewOf(await requireMember(tx, team.id, user.id));
  });
}

/** Accepts the actor's membership of a team and of its organization. Accepting again changes nothing. */
export async function acceptTeam(deps: OrganizationDeps, actor: Actor, id: string): Promise<TeamMember> {
  return deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    checkMembership(team);
    const now = deps.clock.now();
    await acceptTeamMembership(tx, team.id, actor.userId, now);
    await acceptOrganizationMembership(tx, team.org_id, actor.userId, now);
    return viewOf(await requireMember(tx, team.id, actor.userId));
  });
}

/**
 * Ends a membership that the actor has not accepted. The owner of the organization takes over a team that the actor leads.
 */
export async function declineTeam(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  checkDeclinable(await requireTeam(deps.db, actor, id));
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.lock(tx, actor.userId);
    const team = await lockTeam(tx, actor, id);
    checkDeclinable(team);
    if (team.admin_id === actor.userId) await assignTeamToOwner(deps, tx, actor, team);
    await deps.sharing.revoke(tx, [team.id], actor.userId);
    await deleteTeamMember(tx, team.id, actor.userId);
    await insertTeamDeparture(tx, team.id, actor.userId, deps.clock.now());
  });
}

function checkMembership({ organization_role, user_role }: TeamWithRole): void {
  if (organization_role === null) throw permissionErrors.notTeamOrganizationMember();
  if (user_role === null) throw teamMemberErrors.notMember();
}

function checkDeclinable(team: TeamWithRole): void {
  checkMembership(team);
  if (team.user_accepted_at !== null) throw teamMemberErrors.alreadyAccepted();
}

async function assignTeamToOwner(deps: OrganizationDeps, tx: Tx, actor: Actor, team: TeamWithRole): Promise<void> {
  const { owner_id } = await requireOrganization(tx, actor, team.org_id);
  if (owner_id === actor.userId) throw teamMemberErrors.adminStays();
  const now = deps.clock.now();
  await updateTeam(tx, team.id, { adminId: owner_id }, now);
  await insertTeamAdmins(tx, { teamIds: [team.id], orgId: team.org_id, userId: owner_id, acceptedAt: now, now });
}

export async function changeTeamRole(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  userId: string,
  role: TeamRole,
): Promise<TeamMember> {
  return deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    await requireTeamPermissionAudited(deps, tx, actor, team, { can: canChangeTeamRole, action: 'team.change-role' });
    const member = await requireMember(tx, team.id, userId);
    if (member.is_admin) throw teamMemberErrors.adminRoleFixed();
    await updateTeamRole(tx, team.id, member.user_id, role);
    return viewOf({ ...member, role });
  });
}

/** Ends a membership. What the member shared with the team becomes private. */
export async function removeTeamMember(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  userId: string,
): Promise<void> {
  // The permission is checked before the lock, so that an actor cannot lock the journal of a stranger, and again under the lock.
  const { member } = await findRemovable(deps.db, actor, id, userId);
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.lock(tx, member.user_id);
    await lockOrganizationOfTeam(tx, id);
    const { team, can } = await findRemovable(tx, actor, id, userId);
    await requireTeamPermissionAudited(deps, tx, actor, team, { can, action: 'team.remove-member' });
    await deps.sharing.revoke(tx, [team.id], member.user_id);
    await deleteTeamMember(tx, team.id, member.user_id);
    if (member.user_id === actor.userId) await insertTeamDeparture(tx, team.id, member.user_id, deps.clock.now());
  });
}

/** A member that the actor may remove, and the permission for it. */
async function findRemovable(db: Db, actor: Actor, id: string, userId: string) {
  const team = await requireTeam(db, actor, id);
  const member = await findTeamMember(db, team.id, userId);
  const isOwnMembership = member?.user_id === actor.userId;
  const can = (access: TeamAccess) => canRemoveTeamMember(access, isOwnMembership);
  requireTeamPermission(actor, team, can);
  if (member === undefined) throw teamMemberErrors.notFound();
  if (member.is_admin) throw teamMemberErrors.adminStays();
  return { team, member, can };
}

async function requireMember(db: Db, teamId: string, userId: string): Promise<TeamMemberRow> {
  const member = await findTeamMember(db, teamId, userId);
  if (member === undefined) throw teamMemberErrors.notFound();
  return member;
}

function viewOf({ joined_at, accepted_at, ...member }: TeamMemberRow): TeamMember {
  const { user_id, full_name, avatar_url, is_ai, role, is_admin } = member;
  return {
    user: { id: user_id, full_name, avatar_url, is_ai },
    user_id,
    full_name,
    avatar_url,
    is_ai,
    role,
    is_admin,
    joined_at: joined_at.toISOString(),
    accepted_at: accepted_at?.toISOString() ?? null,
  };
}
