import type { Actor } from '../../access/actor.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { type OrganizationDeps, requireOrganization } from './organization.actions.ts';
import { findAddable } from './organization-member.actions.ts';
import { acceptOrganizationMembership, findOrganizationMember } from './organization-member.store.ts';
import {
  canAddTeamMember,
  canChangeTeamRole,
  canRemoveTeamMember,
  canViewTeam,
  type TeamStanding,
} from './permission.rules.ts';
import { requireTeamPermissionAudited, requireTeamRight } from './right.actions.ts';
import { lockTeam, notifyAddedToTeam, requireTeam } from './team.actions.ts';
import { type TeamRole, teamErrors } from './team.schema.ts';
import { lockOrganizationOfTeam, type TeamOf, updateTeam } from './team.store.ts';
import { type NewTeamMember, type TeamMember, teamMemberErrors } from './team-member.schema.ts';
import {
  acceptTeamMembership,
  deleteTeamDeparture,
  deleteTeamMember,
  existsTeamDeparture,
  findTeamMember,
  insertTeamAdmins,
  insertTeamDeparture,
  insertTeamMember,
  listTeamMembers as listTeamMemberRows,
  type TeamMemberRow,
  updateTeamRole,
} from './team-member.store.ts';

/** The active members, who joined last first. Throws `team.not-found` or `team.not-organization-member`. */
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

/**
 * Adds a member of the organization at once, as a member where no role is named, and tells them, so that they accept or
 * decline. Throws `team.not-found`, `team.not-organization-member`, `team.not-admin`, `team.person-not-found`,
 * `team.person-not-in-organization`, `team.person-departed`, `team.already-member`.
 */
export async function addTeamMember(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  { user_id, role = 'member' }: NewTeamMember,
): Promise<TeamMember> {
  return deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    await requireTeamPermissionAudited(deps, tx, actor, team, { can: canAddTeamMember, action: 'team.add-member' });
    const person = await findAddable(tx, actor, user_id);
    if (person === undefined) throw teamMemberErrors.personNotFound();
    const colleague = await findOrganizationMember(tx, team.org_id, person.id);
    if (colleague === undefined) throw teamMemberErrors.notInOrganization();
    const isOwnWish = person.id === actor.userId;
    if (isOwnWish) await deleteTeamDeparture(tx, team.id, person.id);
    else if (await existsTeamDeparture(tx, team.id, person.id)) throw teamMemberErrors.personDeparted();
    const now = deps.clock.now();
    const acceptedAt = isOwnWish || person.is_ai ? now : null;
    const membership = { teamId: team.id, orgId: team.org_id, userId: person.id, role, acceptedAt, now };
    if (!(await insertTeamMember(tx, membership))) throw teamMemberErrors.alreadyMember();
    if (acceptedAt === null) await notifyAddedToTeam(deps, tx, team, person.id);
    return viewOf(await requireMember(tx, team.id, person.id));
  });
}

/**
 * Accepts the actor's membership of the team, and that of its organization with it; again, it changes nothing. Throws
 * `team.not-found`, `team.not-organization-member`, `team.not-member`.
 */
export async function acceptTeam(deps: OrganizationDeps, actor: Actor, id: string): Promise<TeamMember> {
  return deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    requireOwnMembership(team);
    const now = deps.clock.now();
    await acceptTeamMembership(tx, team.id, actor.userId, now);
    await acceptOrganizationMembership(tx, team.org_id, actor.userId, now);
    return viewOf(await requireMember(tx, team.id, actor.userId));
  });
}

/**
 * Ends a membership of the actor's that they have not accepted; the owner of the organization takes over a team that names them
 * as its admin_id. Throws as `acceptTeam` does, `team.already-accepted`, and `team.admin-stays` to the owner.
 */
export async function declineTeam(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  requireDeclinable(await requireTeam(deps.db, actor, id));
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.hold(tx, actor.userId);
    const team = await lockTeam(tx, actor, id);
    requireDeclinable(team);
    if (team.admin_id === actor.userId) await handTeamToOwner(deps, tx, actor, team);
    await deps.sharing.withdraw(tx, [team.id], actor.userId);
    await deleteTeamMember(tx, team.id, actor.userId);
    await insertTeamDeparture(tx, team.id, actor.userId, deps.clock.now());
  });
}

function requireOwnMembership({ organization_role, user_role }: TeamOf): void {
  if (organization_role === null) throw teamErrors.notOrganizationMember();
  if (user_role === null) throw teamMemberErrors.notMember();
}

function requireDeclinable(team: TeamOf): void {
  requireOwnMembership(team);
  if (team.user_accepted_at !== null) throw teamMemberErrors.alreadyAccepted();
}

async function handTeamToOwner(deps: OrganizationDeps, tx: Tx, actor: Actor, team: TeamOf): Promise<void> {
  const { owner_id } = await requireOrganization(tx, actor, team.org_id);
  if (owner_id === actor.userId) throw teamMemberErrors.adminStays();
  const now = deps.clock.now();
  await updateTeam(tx, team.id, { adminId: owner_id }, now);
  await insertTeamAdmins(tx, { teamIds: [team.id], orgId: team.org_id, userId: owner_id, acceptedAt: now, now });
}

/**
 * Makes a member an admin of the team, or an admin a member. Throws `team.not-found`, `team.not-organization-member`,
 * `team.not-admin`, `team.member-not-found`, `team.admin-role-fixed`.
 */
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

/**
 * Ends a membership of the team; what the member shared with it is theirs alone again. Throws `team.not-found`,
 * `team.not-organization-member`, `team.not-admin`, `team.member-not-found`, `team.admin-stays`.
 */
export async function removeTeamMember(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  userId: string,
): Promise<void> {
  // Before a journal is held, so that nobody can hold that of a stranger; and again below, where nothing can change any more.
  const { member } = await findRemovable(deps.db, actor, id, userId);
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.hold(tx, member.user_id);
    await lockOrganizationOfTeam(tx, id);
    const { team, can } = await findRemovable(tx, actor, id, userId);
    await requireTeamPermissionAudited(deps, tx, actor, team, { can, action: 'team.remove-member' });
    await deps.sharing.withdraw(tx, [team.id], member.user_id);
    await deleteTeamMember(tx, team.id, member.user_id);
    if (member.user_id === actor.userId) await insertTeamDeparture(tx, team.id, member.user_id, deps.clock.now());
  });
}

/** The member that the actor may remove from the team, and the right to do so. */
async function findRemovable(db: Db, actor: Actor, id: string, userId: string) {
  const team = await requireTeam(db, actor, id);
  const member = await findTeamMember(db, team.id, userId);
  const isOwnMembership = member?.user_id === actor.userId;
  const can = (standing: TeamStanding) => canRemoveTeamMember(standing, isOwnMembership);
  requireTeamRight(actor, team, can);
  if (member === undefined) throw teamMemberErrors.notFound();
  if (member.is_admin) throw teamMemberErrors.adminStays();
  return { team, member, can };
}

/** Throws `team.member-not-found`. */
async function requireMember(db: Db, teamId: string, userId: string): Promise<TeamMemberRow> {
  const member = await findTeamMember(db, teamId, userId);
  if (member === undefined) throw teamMemberErrors.notFound();
  return member;
}

function viewOf({ joined_at, accepted_at, ...member }: TeamMemberRow): TeamMember {
  const { user_id, full_name, avatar_url, is_ai, role, is_admin } = member;
  return {
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
