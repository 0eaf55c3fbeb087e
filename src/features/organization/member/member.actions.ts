import type { Actor } from '#access/actor.ts';
import { existsBlockBetween } from '#features/account';
import type { Db, Tx } from '#platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { OrganizationDeps } from '../deps.ts';
import { notifyAdded } from '../group-notification.actions.ts';
import { memberJoined, roleChanged } from '../organization-event.rules.ts';
import { requireGroupPermissionAudited } from '../permission/permission.actions.ts';
import {
  canAddOrganizationMember,
  canAddTeamMember,
  canChangeOrganizationRole,
  canChangeTeamRole,
  canViewOrganization,
  canViewTeam,
} from '../permission/permission.rules.ts';
import { type OrganizationRole, permissionErrors, type TeamRole } from '../permission/permission.schema.ts';
import { type Group, lockGroup, requireGroup } from './group.actions.ts';
import {
  type GroupKind,
  type GroupPath,
  MEMBER_ERRORS,
  type Member,
  type NewMember,
  organizationMemberErrors,
  teamMemberErrors,
} from './member.schema.ts';
import {
  deleteDeparture,
  existsDeparture,
  findActiveOwner,
  findActiveUser,
  findMember,
  inOrganization,
  insertMember,
  listMembersExceptOwner,
  type MemberRow,
  updateAcceptance,
  updateRole,
} from './member.store.ts';

const MAY_READ = { can: { organization: canViewOrganization, team: canViewTeam }, verb: 'read-members' };
export const MAY_ADD = { can: { organization: canAddOrganizationMember, team: canAddTeamMember }, verb: 'add-member' };
const MAY_CHANGE_ROLE = {
  can: { organization: canChangeOrganizationRole, team: canChangeTeamRole },
  verb: 'change-role',
};

/** The active members: the owner of an organization first, then the newest. */
export async function listMembers(
  deps: OrganizationDeps,
  actor: Actor,
  path: GroupPath,
  query: PageQuery,
): Promise<{ members: Member[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const group = await requireGroup(deps.db, actor, path);
  await requireGroupPermissionAudited(deps, deps.db, actor, group, MAY_READ);

  const hasOwner = group.kind === 'organization' && after === null;
  const owner = hasOwner ? await findActiveOwner(deps.db, group.id) : undefined;
  const others = await listMembersExceptOwner(deps.db, group, after, limit + 1);
  const page = toPage([...(owner === undefined ? [] : [owner]), ...others].map(inList), limit);
  return { members: page.rows.map((member) => viewOf(group.kind, member)), next_cursor: writeCursor(page.next) };
}

/** The cursor position of an owner, before all other members of a list with the newest first. */
const OWNER_POSITION = new Date('9999-12-31T23:59:59.999Z');

function inList(member: MemberRow): MemberRow & { id: string; created_at: Date } {
  return { ...member, id: member.user_id, created_at: member.role === 'owner' ? OWNER_POSITION : member.joined_at };
}

/** Adds a user as a member immediately and notifies them, so that they accept or decline. */
export async function addMember(
  deps: OrganizationDeps,
  actor: Actor,
  path: GroupPath,
  { user_id, role = 'member' }: NewMember,
): Promise<Member> {
  return deps.db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, actor, path);
    await requireGroupPermissionAudited(deps, tx, actor, group, MAY_ADD);
    checkAssignable(role);
    const user = await requireAddableUser(tx, actor, group, user_id);
    const isActor = user.id === actor.userId;
    if (isActor) await deleteDeparture(tx, group, user.id);
    else if (await existsDeparture(tx, group, user.id)) throw MEMBER_ERRORS[group.kind].userDeparted();
    const now = deps.clock.now();
    const acceptedAt = isActor || user.is_ai ? now : null;
    const isNew = await insertMember(tx, group, { userId: user.id, role, acceptedAt, now });
    if (!isNew) throw MEMBER_ERRORS[group.kind].alreadyMember();
    if (group.kind === 'organization') {
      await deps.onOrganizationEvents(tx, [memberJoined({ orgId: group.id, userId: user.id, role })]);
    }
    if (acceptedAt === null) await notifyAdded(deps, tx, actor, group, user.id);
    return viewOf(group.kind, await requireMember(tx, group, user.id));
  });
}

/** An active user without a block between them and the actor; for a team, a member of its organization. */
export async function requireAddableUser(
  tx: Tx,
  actor: Actor,
  group: Group,
  userId: string,
): Promise<{ id: string; is_ai: boolean }> {
  const user = await findActiveUser(tx, userId);
  if (user === undefined || (await existsBlockBetween(tx, actor.userId, user.id))) {
    throw MEMBER_ERRORS[group.kind].userNotFound();
  }
  if (group.kind === 'team' && (await findMember(tx, inOrganization(group.org_id), user.id)) === undefined) {
    throw teamMemberErrors.notInOrganization();
  }
  return user;
}

/** Accepts the actor's membership, of a team with that of its organization. Accepting again changes nothing. */
export async function acceptMembership(deps: OrganizationDeps, actor: Actor, path: GroupPath): Promise<Member> {
  return deps.db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, actor, path);
    checkMembership(group);
    const now = deps.clock.now();
    await updateAcceptance(tx, group, actor.userId, now);
    if (group.kind === 'team') await updateAcceptance(tx, inOrganization(group.org_id), actor.userId, now);
    return viewOf(group.kind, await requireMember(tx, group, actor.userId));
  });
}

/** Rejects an actor who is not a member of the group. */
export function checkMembership(group: Group): void {
  if (group.kind === 'team' && group.organization_role === null) throw permissionErrors.notTeamOrganizationMember();
  if (group.user_role !== null) return;
  throw group.kind === 'team' ? teamMemberErrors.notMember() : permissionErrors.notOrganizationMember();
}

/** Changes a role to `admin` or `member`. */
export async function changeRole(
  deps: OrganizationDeps,
  actor: Actor,
  path: GroupPath,
  userId: string,
  role: OrganizationRole,
): Promise<Member> {
  return deps.db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, actor, path);
    await requireGroupPermissionAudited(deps, tx, actor, group, MAY_CHANGE_ROLE);
    checkAssignable(role);
    const member = await requireMember(tx, group, userId);
    if (member.is_lead) throw MEMBER_ERRORS[group.kind].leadRoleFixed();
    await updateRole(tx, group, member.user_id, role);
    if (group.kind === 'organization' && role !== member.role) {
      await deps.onOrganizationEvents(tx, [roleChanged(group.id, member.user_id, role)]);
    }
    return viewOf(group.kind, { ...member, role });
  });
}

function checkAssignable(role: OrganizationRole): void {
  if (role === 'owner') throw organizationMemberErrors.ownerByTransfer();
}

async function requireMember(db: Db, group: Group, userId: string): Promise<MemberRow> {
  const member = await findMember(db, group, userId);
  if (member === undefined) throw MEMBER_ERRORS[group.kind].notFound();
  return member;
}

function viewOf(
  kind: GroupKind,
  { user_id, full_name, avatar_url, is_ai, role, is_lead, ...times }: MemberRow,
): Member {
  const joined_at = times.joined_at.toISOString();
  const common = {
    user: { id: user_id, full_name, avatar_url, is_ai },
    user_id,
    full_name,
    avatar_url,
    is_ai,
    accepted_at: times.accepted_at?.toISOString() ?? null,
  };
  return kind === 'organization'
    ? { ...common, role, is_owner: is_lead, ...(!is_lead && { joined_at }) }
    : { ...common, role: role as TeamRole, is_admin: is_lead, joined_at };
}
