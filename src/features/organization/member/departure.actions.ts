import type { Actor } from '#access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { OrganizationDeps } from '../deps.ts';
import { requireOrganization } from '../organization/organization.actions.ts';
import { findOrganization, lockOrganization, type OrganizationWithRole } from '../organization/organization.store.ts';
import { passOnOwnership, returnOwnership } from '../organization/ownership.actions.ts';
import {
  insertTeamAdmins,
  listTeamIdsOfMember,
  passOnTeams,
  updateTeamAdmins,
} from '../organization/team-admin.store.ts';
import { memberLeft, teamEvent } from '../organization-event.rules.ts';
import { requireGroupPermission, requireGroupPermissionAudited } from '../permission/permission.actions.ts';
import {
  canRemoveOrganizationMember,
  canRemoveTeamMember,
  type OrganizationAccess,
  type TeamAccess,
} from '../permission/permission.rules.ts';
import { deleteTeam, lockTeamToDelete, type TeamWithRole, updateTeam } from '../team/team.store.ts';
import { type Group, lockGroup, requireGroup } from './group.actions.ts';
import { checkMembership } from './member.actions.ts';
import { type GroupPath, MEMBER_ERRORS, teamMemberErrors } from './member.schema.ts';
import { deleteMember, findMember, inOrganization, insertDeparture, listOrganizationIdsOf } from './member.store.ts';

/** Ends a membership that the actor has not accepted. What the actor leads goes to another member before. */
export async function declineMembership(deps: OrganizationDeps, actor: Actor, path: GroupPath): Promise<void> {
  checkDeclinable(await requireGroup(deps.db, actor, path));
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.lock(tx, actor.userId);
    const group = await lockGroup(tx, actor, path);
    checkDeclinable(group);
    const remaining = await handOver(deps, tx, actor, group);
    if (remaining === null) return;
    await endMembership(deps, tx, remaining, actor.userId);
    await insertDeparture(tx, group, actor.userId, deps.clock.now());
  });
}

function checkDeclinable(group: Group): void {
  checkMembership(group);
  if (group.user_accepted_at !== null) throw MEMBER_ERRORS[group.kind].alreadyAccepted();
}

/**
 * Returns an ownership that came with the actor's membership, and hands a team that the actor leads to the owner of the organization.
 * Returns the group as it is then, or null if it is deleted.
 */
async function handOver(deps: OrganizationDeps, tx: Tx, actor: Actor, group: Group): Promise<Group | null> {
  if (group.kind === 'team') {
    if (group.admin_id === actor.userId) await assignTeamToOwner(deps, tx, actor, group);
    return group;
  }
  if (group.user_role === 'owner' && (await returnOwnership(deps, tx, group)) === null) return null;
  return requireGroup(tx, actor, group);
}

async function assignTeamToOwner(deps: OrganizationDeps, tx: Tx, actor: Actor, team: TeamWithRole): Promise<void> {
  const { owner_id } = await requireOrganization(tx, actor, team.org_id);
  if (owner_id === actor.userId) throw teamMemberErrors.leadStays();
  const now = deps.clock.now();
  await updateTeam(tx, team.id, { adminId: owner_id }, now);
  await insertTeamAdmins(tx, { teamIds: [team.id], orgId: team.org_id, userId: owner_id, acceptedAt: now, now });
}

/** Ends a membership, of an organization with those of its teams. What the member shared with these groups becomes private. */
export async function removeMember(
  deps: OrganizationDeps,
  actor: Actor,
  path: GroupPath,
  userId: string,
): Promise<void> {
  // The permission is checked before the lock, so that an actor cannot lock the journal of a stranger, and again under the lock.
  const { member } = await findRemovable(deps.db, actor, await requireGroup(deps.db, actor, path), userId);
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.lock(tx, member.user_id);
    const group = await lockGroup(tx, actor, path);
    const { permission } = await findRemovable(tx, actor, group, userId);
    await requireGroupPermissionAudited(deps, tx, actor, group, permission);
    await endMembership(deps, tx, group, member.user_id);
    if (member.user_id === actor.userId) await insertDeparture(tx, group, member.user_id, deps.clock.now());
  });
}

/** A member that the actor may remove, and the permission for it. */
async function findRemovable(db: Db, actor: Actor, group: Group, userId: string) {
  const member = await findMember(db, group, userId);
  const isOwnMembership = member?.user_id === actor.userId;
  const can = {
    organization: (access: OrganizationAccess) => canRemoveOrganizationMember(access, isOwnMembership),
    team: (access: TeamAccess) => canRemoveTeamMember(access, isOwnMembership),
  };
  requireGroupPermission(actor, group, can);
  if (member === undefined) throw MEMBER_ERRORS[group.kind].notFound();
  if (member.is_lead) throw MEMBER_ERRORS[group.kind].leadStays();
  return { member, permission: { can, verb: 'remove-member' } };
}

/** Requires locks of the member's journal and of the group. The owner of an organization takes over the teams that the member led. */
async function endMembership(deps: OrganizationDeps, tx: Tx, group: Group, userId: string): Promise<void> {
  if (group.kind === 'organization') {
    await replaceTeamAdmin(deps, tx, group, userId);
    await leaveWithTeams(deps, tx, group.id, userId);
  } else {
    await deps.sharing.revoke(tx, [group.id], userId);
    await deleteMember(tx, group, userId);
  }
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

async function leaveWithTeams(deps: OrganizationDeps, tx: Tx, orgId: string, userId: string): Promise<void> {
  const teamIds = await listTeamIdsOfMember(tx, orgId, userId);
  await deps.sharing.revoke(tx, [orgId, ...teamIds], userId);
  await deleteMember(tx, inOrganization(orgId), userId);
  await deps.onOrganizationEvents(tx, [memberLeft(orgId, userId)]);
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
      await leaveWithTeams(deps, tx, id, userId);
    });
  }
}
