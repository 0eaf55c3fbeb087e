import type { Actor } from '../../access/actor.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { isBlockedBetween } from '../account/index.ts';
import { notify } from '../notification/index.ts';
import { addedToGroup } from './group-notice.rules.ts';
import { lockReadableOrganization, type OrganizationDeps, requireOrganization } from './organization.actions.ts';
import { type OrganizationRole, organizationErrors } from './organization.schema.ts';
import { lockOrganization, type OrganizationOf } from './organization.store.ts';
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
  findActivePerson,
  findOrganizationMember,
  insertOrganizationDeparture,
  insertOrganizationMember,
  listMembersBesideOwner,
  type OrganizationMemberRow,
  updateOrganizationRole,
} from './organization-member.store.ts';
import { returnOwnership } from './ownership.actions.ts';
import {
  canAddOrganizationMember,
  canChangeOrganizationRole,
  canRemoveOrganizationMember,
  canViewOrganization,
  type OrganizationStanding,
} from './permission.rules.ts';
import { requirePermission, requirePermissionAudited } from './right.actions.ts';
import { updateTeamAdmins } from './team.store.ts';
import { insertTeamAdmins, listTeamIdsOfMember } from './team-member.store.ts';

/**
 * The active members: the owner first, then who joined last. Throws `organization.not-found` or `organization.not-member`.
 */
export async function listOrganizationMembers(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  query: PageQuery,
): Promise<{ members: OrganizationMember[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const organization = await requireOrganization(deps.db, actor, id);
  const deed = { can: canViewOrganization, action: 'organization.read-members' };
  await requirePermissionAudited(deps, deps.db, actor, organization, deed);

  const owner = after === null ? await findActiveOwner(deps.db, organization.id) : undefined;
  const others = await listMembersBesideOwner(deps.db, organization.id, after, limit + 1);
  const listed = [
    ...(owner === undefined ? [] : [{ ...owner, id: owner.user_id, created_at: BEFORE_ALL_OTHERS }]),
    ...others.map((member) => ({ ...member, id: member.user_id, created_at: member.joined_at })),
  ];
  const page = toPage(listed, limit);
  return { members: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** Where the owner stands in a list that goes backwards in time: a page that ends with the owner is followed by all others. */
const BEFORE_ALL_OTHERS = new Date('9999-12-31T23:59:59.999Z');

/**
 * Adds a person at once, as a member where no role is named, and tells them, so that they accept or decline. Throws
 * `organization.not-found`, `organization.not-member`, `organization.not-owner`, `organization.owner-by-transfer`,
 * `organization.person-not-found`, `organization.person-departed`, `organization.already-member`.
 */
export async function addOrganizationMember(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  { user_id, role = 'member' }: NewOrganizationMember,
): Promise<OrganizationMember> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    const deed = { can: canAddOrganizationMember, action: 'organization.add-member' };
    await requirePermissionAudited(deps, tx, actor, organization, deed);
    if (role === 'owner') throw organizationMemberErrors.ownerByTransfer();
    const person = await findAddable(tx, actor, user_id);
    if (person === undefined) throw organizationMemberErrors.personNotFound();
    const isOwnWish = person.id === actor.userId;
    if (isOwnWish) await deleteOrganizationDeparture(tx, organization.id, person.id);
    else if (await existsOrganizationDeparture(tx, organization.id, person.id)) {
      throw organizationMemberErrors.personDeparted();
    }
    const now = deps.clock.now();
    const acceptedAt = isOwnWish || person.is_ai ? now : null;
    const membership = { orgId: organization.id, userId: person.id, role, acceptedAt, now };
    if (!(await insertOrganizationMember(tx, membership))) throw organizationMemberErrors.alreadyMember();
    if (acceptedAt === null) {
      const group = { kind: 'organization' as const, id: organization.id, name: organization.name };
      await notify(deps, tx, [addedToGroup({ userId: person.id, group, day: localDateOf(now, 'UTC') })]);
    }
    return viewOf(await requireMember(tx, organization.id, person.id));
  });
}

/** An active person that the actor may add to a group; undefined also where one of the two has blocked the other. */
export async function findAddable(
  tx: Tx,
  actor: Actor,
  userId: string,
): Promise<{ id: string; is_ai: boolean } | undefined> {
  const person = await findActivePerson(tx, userId);
  if (person === undefined || (await isBlockedBetween(tx, actor.userId, person.id))) return undefined;
  return person;
}

/**
 * Accepts the actor's membership; again, it changes nothing. Throws `organization.not-found` or `organization.not-member`.
 */
export async function acceptMembership(deps: OrganizationDeps, actor: Actor, id: string): Promise<OrganizationMember> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    if (organization.user_role === null) throw organizationErrors.notMember();
    await acceptOrganizationMembership(tx, organization.id, actor.userId, deps.clock.now());
    return viewOf(await requireMember(tx, organization.id, actor.userId));
  });
}

/**
 * Ends a membership of the actor's that they have not accepted, and gives an ownership back that came with it. Throws
 * `organization.not-found`, `organization.not-member`, `organization.already-accepted`.
 */
export async function declineMembership(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  requireDeclinable(await requireOrganization(deps.db, actor, id));
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.hold(tx, actor.userId);
    const organization = await lockReadableOrganization(tx, actor, id);
    requireDeclinable(organization);
    if (organization.user_role === 'owner' && (await returnOwnership(deps, tx, organization)) === null) return;
    await endMembership(deps, tx, await requireOrganization(tx, actor, organization.id), actor.userId);
    await insertOrganizationDeparture(tx, organization.id, actor.userId, deps.clock.now());
  });
}

function requireDeclinable({ user_role, user_accepted_at }: OrganizationOf): void {
  if (user_role === null) throw organizationErrors.notMember();
  if (user_accepted_at !== null) throw organizationMemberErrors.alreadyAccepted();
}

/**
 * Makes a member an admin, or an admin a member. Throws `organization.not-found`, `organization.not-member`,
 * `organization.not-owner`, `organization.owner-by-transfer`, `organization.member-not-found`, `organization.owner-role-fixed`.
 */
export async function changeOrganizationRole(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  userId: string,
  role: OrganizationRole,
): Promise<OrganizationMember> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    const deed = { can: canChangeOrganizationRole, action: 'organization.change-role' };
    await requirePermissionAudited(deps, tx, actor, organization, deed);
    if (role === 'owner') throw organizationMemberErrors.ownerByTransfer();
    const member = await requireMember(tx, organization.id, userId);
    if (member.role === 'owner') throw organizationMemberErrors.ownerRoleFixed();
    await updateOrganizationRole(tx, organization.id, member.user_id, role);
    return viewOf({ ...member, role });
  });
}

/**
 * Ends a membership, and those of the organization's teams with it. The owner takes over the teams that the member led; what
 * the member shared with any of these groups is theirs alone again. Throws `organization.not-found`, `organization.not-member`,
 * `organization.not-owner`, `organization.member-not-found`, `organization.owner-stays`.
 */
export async function removeOrganizationMember(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  userId: string,
): Promise<void> {
  // Before a journal is held, so that nobody can hold that of a stranger; and again below, where nothing can change any more.
  const { member } = await findRemovable(deps.db, actor, id, userId);
  await deps.db.transaction().execute(async (tx) => {
    await deps.sharing.hold(tx, member.user_id);
    await lockOrganization(tx, id);
    const { organization, can } = await findRemovable(tx, actor, id, userId);
    await requirePermissionAudited(deps, tx, actor, organization, { can, action: 'organization.remove-member' });
    await endMembership(deps, tx, organization, member.user_id);
    if (member.user_id === actor.userId) {
      await insertOrganizationDeparture(tx, organization.id, member.user_id, deps.clock.now());
    }
  });
}

/** What comes of the end of a membership, with the journal of the member and the organization held. */
async function endMembership(
  deps: OrganizationDeps,
  tx: Tx,
  organization: OrganizationOf,
  userId: string,
): Promise<void> {
  await replaceTeamAdmin(deps, tx, organization, userId);
  const teamIds = await listTeamIdsOfMember(tx, organization.id, userId);
  await deps.sharing.withdraw(tx, [organization.id, ...teamIds], userId);
  await deleteOrganizationMember(tx, organization.id, userId);
}

/** The member that the actor may remove from the organization. */
async function findRemovable(db: Db, actor: Actor, id: string, userId: string) {
  const organization = await requireOrganization(db, actor, id);
  const member = await findOrganizationMember(db, organization.id, userId);
  const isOwnMembership = member?.user_id === actor.userId;
  const can = (standing: OrganizationStanding) => canRemoveOrganizationMember(standing, isOwnMembership);
  requirePermission(actor, organization, can);
  if (member === undefined) throw organizationMemberErrors.notFound();
  if (member.role === 'owner') throw organizationMemberErrors.ownerStays();
  return { organization, member, can };
}

/** Makes the owner of the organization lead the teams that somebody leaves who led them. */
async function replaceTeamAdmin(
  deps: OrganizationDeps,
  tx: Tx,
  { id, owner_id }: OrganizationOf,
  formerAdminId: string,
): Promise<void> {
  const now = deps.clock.now();
  const teamIds = await updateTeamAdmins(tx, id, formerAdminId, owner_id, now);
  await insertTeamAdmins(tx, { teamIds, orgId: id, userId: owner_id, acceptedAt: now, now });
}

/** Throws `organization.member-not-found`. */
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
