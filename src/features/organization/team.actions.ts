import type { Actor } from '../../access/actor.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { isBlockedBetween } from '../account/index.ts';
import { notify } from '../notification/index.ts';
import { addedToGroup } from './group-notice.rules.ts';
import { lockReadableOrganization, type OrganizationDeps, requireOrganization } from './organization.actions.ts';
import type { OrganizationOf } from './organization.store.ts';
import { findActiveMember, type OrganizationMemberRow } from './organization-member.store.ts';
import {
  canCreateTeam,
  canDeleteTeam,
  canNameTeamAdmin,
  canUpdateTeam,
  canViewOrganization,
  canViewTeam,
} from './permission.rules.ts';
import {
  auditTeamReads,
  requirePermission,
  requirePermissionAudited,
  requireTeamPermissionAudited,
} from './right.actions.ts';
import { requireFittingSettings } from './settings.rules.ts';
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
  type TeamOf,
  updateTeam,
} from './team.store.ts';
import { teamMemberErrors } from './team-member.schema.ts';
import { deleteTeamDeparture, existsTeamDeparture, insertTeamAdmins } from './team-member.store.ts';

/**
 * Stores a new team, led by whom the actor names, else by the actor, or by the organization's owner where the actor is a super
 * admin from outside it. Throws `organization.not-found`, `organization.not-member`, `team.admin-not-member`, `organization.settings-too-large`.
 */
export async function createTeam(deps: OrganizationDeps, actor: Actor, input: NewTeam): Promise<Team> {
  requireFittingSettings(input.settings);
  const id = deps.ids.next();
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, input.org_id);
    await requirePermissionAudited(deps, tx, actor, organization, {
      can: canCreateTeam,
      action: 'organization.create-team',
    });
    const admin = await requireFittingAdmin(
      tx,
      actor,
      organization.id,
      input.admin_id ?? leaderOf(organization, actor),
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
    const team = await requireTeam(tx, actor, id);
    await insertAdmin(deps, tx, actor, team, admin);
    return viewOf(team);
  });
}

/**
 * The teams of the actor's organizations, newest first; all teams for a super admin; those of one organization where the
 * query names it. Throws `organization.not-found`, `organization.not-member`.
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
  const page = toPage(await listTeamRows(deps.db, actor, query.org_id, after, limit + 1), limit);
  await auditTeamReads(deps, deps.db, actor, page.rows);
  return { teams: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** The team, and the actor's role in it. Throws `team.not-found`, `team.not-organization-member`. */
export async function readTeam(deps: OrganizationDeps, actor: Actor, id: string): Promise<TeamReading> {
  const team = await requireTeam(deps.db, actor, id);
  await requireTeamPermissionAudited(deps, deps.db, actor, team, { can: canViewTeam, action: 'team.read' });
  return { team: viewOf(team), user_role: team.user_role, is_accepted: team.user_accepted_at !== null };
}

/**
 * Changes what is named: team admins the team itself, the organization's owner its admin_id. A new admin becomes a member
 * with the role of admin; the former one keeps that role. Throws `team.not-found`, `team.not-organization-member`,
 * `team.not-admin`, `team.not-organization-owner`, `team.admin-not-member`, `team.person-departed`,
 * `organization.settings-too-large`.
 */
export async function changeTeam(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  { name, description, settings, admin_id }: TeamChange,
): Promise<Team> {
  requireFittingSettings(settings);
  return deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    // Who sends a team back as it was read names its admin, and means no other.
    const isNewAdmin = admin_id !== undefined && admin_id.toLowerCase() !== team.admin_id;
    const isAboutTeam = [name, description, settings].some((value) => value !== undefined);
    if (isAboutTeam || !isNewAdmin) {
      await requireTeamPermissionAudited(deps, tx, actor, team, { can: canUpdateTeam, action: 'team.update' });
    }
    const adminId = isNewAdmin ? await nameAdmin(deps, tx, actor, team, admin_id) : undefined;
    await updateTeam(tx, team.id, { name, description, settings, adminId }, deps.clock.now());
    return viewOf(await requireTeam(tx, actor, team.id));
  });
}

/**
 * Deletes the team; what was shared with it is its author's alone again. Throws `team.not-found`,
 * `team.not-organization-member`, `team.not-admin`.
 */
export async function removeTeam(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const team = await lockTeam(tx, actor, id);
    await requireTeamPermissionAudited(deps, tx, actor, team, { can: canDeleteTeam, action: 'team.delete' });
    await lockTeamToDelete(tx, team.id);
    await deps.sharing.revokeAll(tx, [team.id]);
    await deleteTeam(tx, team.id);
  });
}

/** The team as it is now. Throws `team.not-found`. */
export async function requireTeam(db: Db, actor: Actor, id: string): Promise<TeamOf> {
  const team = await findTeam(db, actor.userId, id);
  if (team === undefined) throw teamErrors.notFound();
  return team;
}

/** The team, held still with its organization until the transaction ends (see `lockOrganization`). Throws `team.not-found`. */
export async function lockTeam(tx: Tx, actor: Actor, id: string): Promise<TeamOf> {
  await lockOrganizationOfTeam(tx, id);
  return requireTeam(tx, actor, id);
}

/** Makes another person a member of the team with the role of admin, and returns their id: they can be its admin_id. */
async function nameAdmin(
  deps: OrganizationDeps,
  tx: Tx,
  actor: Actor,
  team: TeamOf,
  personId: string,
): Promise<string> {
  const deed = { can: canNameTeamAdmin, action: 'team.name-admin', refusal: teamErrors.notOrganizationOwner };
  await requireTeamPermissionAudited(deps, tx, actor, team, deed);
  const admin = await requireFittingAdmin(tx, actor, team.org_id, personId);
  if (admin.user_id !== actor.userId && (await existsTeamDeparture(tx, team.id, admin.user_id))) {
    throw teamMemberErrors.personDeparted();
  }
  await insertAdmin(deps, tx, actor, team, admin);
  return admin.user_id;
}

/** Who leads a new team if the request names no one: a super admin who is not a member can't. */
function leaderOf(organization: OrganizationOf, actor: Actor): string {
  return organization.user_role === null ? organization.owner_id : actor.userId;
}

/** An active member of the organization who has no block with the actor. Throws `team.admin-not-member`. */
async function requireFittingAdmin(
  tx: Tx,
  actor: Actor,
  orgId: string,
  personId: string,
): Promise<OrganizationMemberRow> {
  const member = await findActiveMember(tx, orgId, personId);
  if (member === undefined || (await isBlockedBetween(tx, actor.userId, member.user_id))) {
    throw teamErrors.adminNotMember();
  }
  return member;
}

/** Gives a person the role of admin in a team. Who joins it by that, named by another, is told, and accepts or declines. */
async function insertAdmin(
  deps: OrganizationDeps,
  tx: Tx,
  actor: Actor,
  team: TeamOf,
  { user_id: userId, is_ai }: OrganizationMemberRow,
): Promise<void> {
  const now = deps.clock.now();
  const isOwnWish = userId === actor.userId;
  if (isOwnWish) await deleteTeamDeparture(tx, team.id, userId);
  const acceptedAt = isOwnWish || is_ai ? now : null;
  const joined = await insertTeamAdmins(tx, { teamIds: [team.id], orgId: team.org_id, userId, acceptedAt, now });
  if (acceptedAt === null && joined.length > 0) await notifyAddedToTeam(deps, tx, team, userId);
}

/** Tells a person, in the transaction that does so, that another one added them to the team. */
export async function notifyAddedToTeam(
  deps: OrganizationDeps,
  tx: Tx,
  { id, name }: TeamOf,
  userId: string,
): Promise<void> {
  const day = localDateOf(deps.clock.now(), 'UTC');
  await notify(deps, tx, [addedToGroup({ userId, group: { kind: 'team', id, name }, day })]);
}

function viewOf(row: TeamOf): Team {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    org_id: row.org_id,
    admin_id: row.admin_id,
    settings: row.settings,
    organizations: { id: row.org_id, name: row.organization_name },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
