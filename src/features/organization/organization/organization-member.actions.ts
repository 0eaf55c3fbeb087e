import type { Actor } from '#access/actor.ts';
import { existsBlockBetween } from '#features/account';
import { notify } from '#features/notification';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { OrganizationDeps } from '../deps.ts';
import { addedToGroup } from '../group-notification.template.ts';
import { memberJoined, memberLeft, roleChanged, teamEvent } from '../organization-event.rules.ts';
import { requirePermission, requirePermissionAudited } from '../permission/permission.actions.ts';
import {
  canAddOrganizationMember,
  canChangeOrganizationRole,
  canRemoveOrganizationMember,
  canViewOrganization,
  type OrganizationAccess,
} from '../permission/permission.rules.ts';
import { type OrganizationRole, permissionErrors } from '../permission/permission.schema.ts';
import { deleteTeam, lockTeamToDelete } from '../team/team.store.ts';
import { lockReadableOrganization, requireOrganization } from './organization.actions.ts';
import { findOrganization, lockOrganization, type OrganizationWithRole } from './organization.store.ts';
import {
  type NewOrganizationMember,
  type OrganizationMember,
  organizationMemberErrors,
} from './organization-member.schema.ts';
import {
  acceptOrganizationMembership,
  deleteOrganizationDeparture,
  deleteOrganizationMember,
  existsOrganizationDeparture,
  findActiveOwner,
  findActiveUser,
  findOrganizationMember,
  insertOrganizationDeparture,
  insertOrganizationMember,
  listMembersExceptOwner,
  listOrganizationIdsOf,
  type OrganizationMemberRow,
  updateOrganizationRole,
} from './organization-member.store.ts';
import { passOnOwnership, returnOwnership } from './ownership.actions.ts';
import { insertTeamAdmins, listTeamIdsOfMember, passOnTeams, updateTeamAdmins } from './team-admin.store.ts';

/** The active members: the owner first, then the newest. */
export async function listOrganizationMembers(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  query: PageQuery,
): Promise<{ members: OrganizationMember[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const organization = await requireOrganization(deps.db, actor, id);
  const permission = { can: canViewOrganization, action: 'organization.read-members' };
  await requirePermissionAudited(deps, deps.db, actor, organization, permission);

  const owner = after === null ? await findActiveOwner(deps.db, organization.id) : undefined;
  const others = await listMembersExceptOwner(deps.db, organization.id, after, limit + 1);
  const listed = [
    ...(owner === undefined ? [] : [{ ...owner, id: owner.user_id, created_at: OWNER_POSITION }]),
    ...others.map((member) => ({ ...member, id: member.user_id, created_at: member.joined_at })),
  ];
  const page = toPage(listed, limit);
  return { members: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** The cursor position of the owner, before all other members of a list with the newest first. */
const OWNER_POSITION = new Date('9999-12-31T23:59:59.999Z');

/** Adds a user as a member immediately and notifies them, so that they accept or decline. */
export async function addOrganizationMember(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  { user_id, role = 'member' }: NewOrganizationMember,
): Promise<OrganizationMember> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    const permission = { can: canAddOrganizationMember, action: 'organization.add-member' };
    await requirePermissionAudited(deps, tx, actor, organization, permission);
    if (role === 'owner') throw organizationMemberErrors.ownerByTransfer();
    const user = await findAddableUser(tx, actor, user_id);
    if (user === undefined) throw organizationMemberErrors.userNotFound();
    const isActor = user.id === actor.userId;
    if (isActor) await deleteOrganizationDeparture(tx, organization.id, user.id);
    else if (await existsOrganizationDeparture(tx, organization.id, user.id)) {
      throw organizationMemberErrors.userDeparted();
    }
    const now = deps.clock.now();
    const acceptedAt = isActor || user.is_ai ? now : null;
    const membership = { orgId: organization.id, userId: user.id, role, acceptedAt, now };
    if (!(await insertOrganizationMember(tx, membership))) throw organizationMemberErrors.alreadyMember();
    await deps.onOrganizationEvents(tx, [memberJoined(membership)]);
    if (acceptedAt === null) {
      const group = { kind: 'organization' as const, id: organization.id, name: organization.name };
      await notify(deps, tx, [
        addedToGroup({ userId: user.id, fromUserId: actor.userId, group, day: localDateOf(now, 'UTC') }),
      ]);
    }
    return viewOf(await requireMember(tx, organization.id, user.id));
  });
}

/** An active user without a block between them and the actor. */
export async function findAddableUser(
  tx: Tx,
  actor: Actor,
  userId: string,
): Promise<{ id: string; is_ai: boolean } | undefined> {
  const user = await findActiveUser(tx, userId);
  if (user === undefined || (await existsBlockBetween(tx, actor.userId, user.id))) return undefined;
  return user;
}

/** Accepts the actor's membership. Accepting again changes nothing. */
export async function acceptMembership(deps: OrganizationDeps, actor: Actor, id: string): Promise<OrganizationMember> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    if (organization.user_role === null) throw permissionErrors.notOrganizationMember();
    await acceptOrganizationMembership(tx, organization.id, actor.userId, deps.clock.now());
    return viewOf(await requireMember(tx, organization.id, actor.userId));
  });
}

/** Ends a membership that the actor has not accepted, and returns an ownership that came with it. */
export async function declineMembership(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  checkDeclinable(await requireOrganization(deps.db, actor, id));
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.lock(tx, actor.userId);
    const organization = await lockReadableOrganization(tx, actor, id);
    checkDeclinable(organization);
    if (organization.user_role === 'owner' && (await returnOwnership(deps, tx, organization)) === null) return;
    await endMembership(deps, tx, await requireOrganization(tx, actor, organization.id), actor.userId);
    await insertOrganizationDeparture(tx, organization.id, actor.userId, deps.clock.now());
  });
}

function checkDeclinable({ user_role, user_accepted_at }: OrganizationWithRole): void {
  if (user_role === null) throw permissionErrors.notOrganizationMember();
  if (user_accepted_at !== null) throw organizationMemberErrors.alreadyAccepted();
}

/** Changes a role to `admin` or `member`. */
export async function changeOrganizationRole(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  userId: string,
  role: OrganizationRole,
): Promise<OrganizationMember> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    const permission = { can: canChangeOrganizationRole, action: 'organization.change-role' };
    await requirePermissionAudited(deps, tx, actor, organization, permission);
    if (role === 'owner') throw organizationMemberErrors.ownerByTransfer();
    const member = await requireMember(tx, organization.id, userId);
    if (member.role === 'owner') throw organizationMemberErrors.ownerRoleFixed();
    await updateOrganizationRole(tx, organization.id, member.user_id, role);
    if (role !== member.role) await deps.onOrganizationEvents(tx, [roleChanged(organization.id, member.user_id, role)]);
    return viewOf({ ...member, role });
  });
}

/**
 * Ends a membership of an organization and its teams. The owner takes over the teams that the member led. What the member shared
 * with these groups becomes private.
 */
export async function removeOrganizationMember(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  userId: string,
): Promise<void> {
  // The permission is checked before the lock, so that an actor cannot lock the journal of a stranger, and again under the lock.
  const { member } = await findRemovable(deps.db, actor, id, userId);
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.lock(tx, member.user_id);
    await lockOrganization(tx, id);
    const { organization, can } = await findRemovable(tx, actor, id, userId);
    await requirePermissionAudited(deps, tx, actor, organization, { can, action: 'organization.remove-member' });
    await endMembership(deps, tx, organization, member.user_id);
    if (member.user_id === actor.userId) {
      await insertOrganizationDeparture(tx, organization.id, member.user_id, deps.clock.now());
    }
  });
}

/**
 * Ends all memberships of a user whose account is erased. Groups that they led go to the member who accepted first, admins before
 * others; groups without such a member are deleted. Safe to repeat.
 */
export async function leaveAllGroups(deps: OrganizationDeps, userId: string): Promise<void> {
  for (const id of await listOrganizationIdsOf(deps.db, userId)) {
    await deps.db.transaction().execute(async (tx) => {
      await deps.sharing.lock(tx, userId);
      await lockOrganization(tx, id);
      const organization = await findOrganization(tx, userId, id);
      if (organization === undefined) return;
      if (organization.owner_id === userId && !(await passOnOwnership(deps, tx, organization))) return;
      for (const teamId of await passOnTeams(tx, id, userId, deps.clock.now())) {
        await lockTeamToDelete(tx, teamId);
        await deps.sharing.revokeAll(tx, [teamId]);
        await deleteTeam(tx, teamId);
        await deps.onOrganizationEvents(tx, [teamEvent('team.deleted', id, teamId)]);
      }
      const teamIds = await listTeamIdsOfMember(tx, id, userId);
      await deps.sharing.revoke(tx, [id, ...teamIds], userId);
      await deleteOrganizationMember(tx, id, userId);
      await deps.onOrganizationEvents(tx, [memberLeft(id, userId)]);
    });
  }
}

/** Requires locks of the member's journal and of the organization. */
async function endMembership(
  deps: OrganizationDeps,
  tx: Tx,
  organization: OrganizationWithRole,
  userId: string,
): Promise<void> {
  await replaceTeamAdmin(deps, tx, organization, userId);
  const teamIds = await listTeamIdsOfMember(tx, organization.id, userId);
  await deps.sharing.revoke(tx, [organization.id, ...teamIds], userId);
  await deleteOrganizationMember(tx, organization.id, userId);
  await deps.onOrganizationEvents(tx, [memberLeft(organization.id, userId)]);
}

/** A member that the actor may remove, and the permission for it. */
async function findRemovable(db: Db, actor: Actor, id: string, userId: string) {
  const organization = await requireOrganization(db, actor, id);
  const member = await findOrganizationMember(db, organization.id, userId);
  const isOwnMembership = member?.user_id === actor.userId;
  const can = (access: OrganizationAccess) => canRemoveOrganizationMember(access, isOwnMembership);
  requirePermission(actor, organization, can);
  if (member === undefined) throw organizationMemberErrors.notFound();
  if (member.role === 'owner') throw organizationMemberErrors.ownerStays();
  return { organization, member, can };
}

/** Makes the owner of the organization the admin of the teams that a member led. */
async function replaceTeamAdmin(
  deps: OrganizationDeps,
  tx: Tx,
  { id, owner_id }: OrganizationWithRole,
  formerAdminId: string,
): Promise<void> {
  const now = deps.clock.now();
  const teamIds = await updateTeamAdmins(tx, id, formerAdminId, owner_id, now);
  await insertTeamAdmins(tx, { teamIds, orgId: id, userId: owner_id, acceptedAt: now, now });
}

async function requireMember(db: Db, orgId: string, userId: string): Promise<OrganizationMemberRow> {
  const member = await findOrganizationMember(db, orgId, userId);
  if (member === undefined) throw organizationMemberErrors.notFound();
  return member;
}

function viewOf({
  user_id,
  full_name,
  avatar_url,
  is_ai,
  role,
  joined_at,
  accepted_at,
}: OrganizationMemberRow): OrganizationMember {
  const isOwner = role === 'owner';
  return {
    user: { id: user_id, full_name, avatar_url, is_ai },
    user_id,
    full_name,
    avatar_url,
    is_ai,
    role,
    is_owner: isOwner,
    ...(!isOwner && { joined_at: joined_at.toISOString() }),
    accepted_at: accepted_at?.toISOString() ?? null,
  };
}
