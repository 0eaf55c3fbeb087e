import type { Actor } from '../../access/actor.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isBlockedBetween } from '../account/index.ts';
import { notify } from '../notification/index.ts';
import { ownershipReceived, ownershipReturned } from './group-notice.rules.ts';
import {
  endOrganization,
  lockReadableOrganization,
  type OrganizationDeps,
  viewOfOrganization,
} from './organization.actions.ts';
import { type Organization, organizationErrors } from './organization.schema.ts';
import { type OrganizationOf, type OrganizationRow, updateOrganization } from './organization.store.ts';
import {
  acceptOrganizationMembership,
  findActiveMember,
  findLongestMember,
  type OrganizationMemberRow,
  updateOrganizationRole,
} from './organization-member.store.ts';
import { deleteHandover, findHandover, type HandoverRow, upsertHandover } from './ownership.store.ts';
import { canTransferOrganization } from './permission.rules.ts';
import { requirePermissionAudited } from './right.actions.ts';

/**
 * Makes another member the owner at once, who is told, and accepts or declines; the former one stays as an admin. Throws
 * `organization.not-found`, `organization.not-member`, `organization.not-owner`, `organization.new-owner-not-member` or
 * `organization.already-owner`.
 */
export async function transferOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  newOwnerId: string,
): Promise<Organization> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    const deed = { can: canTransferOrganization, action: 'organization.transfer-ownership' };
    await requirePermissionAudited(deps, tx, actor, organization, deed);
    const heir = await findActiveMember(tx, organization.id, newOwnerId);
    if (heir === undefined || (await isBlockedBetween(tx, actor.userId, heir.user_id))) {
      throw organizationErrors.newOwnerNotMember();
    }
    if (heir.role === 'owner') throw organizationErrors.alreadyOwner();
    const handover = await findHandover(tx, organization.id);
    // Who has not accepted it passes it on in the name of the one before.
    const formerOwnerId = handover === undefined ? organization.owner_id : handover.previous_owner_id;
    const changed = await makeOwner(deps, tx, organization, heir, 'admin');
    const isOwnWish = heir.user_id === actor.userId || heir.user_id === formerOwnerId;
    await resolveHandover(deps, tx, changed, heir, isOwnWish ? 'accepted' : { formerOwnerId });
    return viewOfOrganization(changed);
  });
}

/**
 * Accepts an ownership that was handed to the actor, and their membership with it; again, it changes nothing. Throws
 * `organization.not-found`, `organization.not-member`, `organization.not-owner`.
 */
export async function acceptOwnership(deps: OrganizationDeps, actor: Actor, id: string): Promise<Organization> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    requireOwner(organization);
    await deleteHandover(tx, organization.id);
    await acceptOrganizationMembership(tx, organization.id, actor.userId, deps.clock.now());
    return viewOfOrganization(organization);
  });
}

/**
 * Declines an ownership that was handed to the actor (see `returnOwnership`). They stay a member, in the role they had before.
 * Throws as `acceptOwnership` does, and `organization.ownership-accepted`.
 */
export async function declineOwnership(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    requireOwner(organization);
    await returnOwnership(deps, tx, organization);
  });
}

/**
 * Gives an ownership that was not accepted back to the former owner, or, where they have left or are blocked, to the member who
 * accepted their membership first, admins before others. Where there is none, the organization is deleted. Returns the id of the
 * owner, null where it was deleted. Throws `organization.ownership-accepted`.
 */
export async function returnOwnership(
  deps: OrganizationDeps,
  tx: Tx,
  organization: OrganizationOf,
): Promise<string | null> {
  const handover = await findHandover(tx, organization.id);
  if (handover === undefined) throw organizationErrors.ownershipAccepted();
  const former = await findFormerOwner(tx, organization, handover);
  const heir = former ?? (await findLongestMember(tx, organization.id, organization.owner_id));
  if (heir === undefined) {
    await endOrganization(deps, tx, organization.id);
    return null;
  }
  const changed = await makeOwner(deps, tx, organization, heir, handover.previous_role);
  await resolveHandover(deps, tx, changed, heir, former === undefined ? { formerOwnerId: null } : 'returned');
  return heir.user_id;
}

async function findFormerOwner(
  tx: Tx,
  { id }: OrganizationOf,
  { previous_owner_id }: HandoverRow,
): Promise<OrganizationMemberRow | undefined> {
  return previous_owner_id === null ? undefined : findActiveMember(tx, id, previous_owner_id);
}

/** There is never more than one owner, so the present one goes first, into `role`. */
async function makeOwner(
  deps: OrganizationDeps,
  tx: Tx,
  { id, owner_id }: OrganizationOf,
  heir: OrganizationMemberRow,
  role: HandoverRow['previous_role'],
): Promise<OrganizationRow> {
  await updateOrganizationRole(tx, id, owner_id, role);
  await updateOrganizationRole(tx, id, heir.user_id, 'owner');
  return updateOrganization(tx, id, { ownerId: heir.user_id }, deps.clock.now());
}

/** Stores whether the heir still has to accept, and tells them. */
async function resolveHandover(
  deps: OrganizationDeps,
  tx: Tx,
  { id, name }: OrganizationRow,
  heir: OrganizationMemberRow,
  state: 'accepted' | 'returned' | { formerOwnerId: string | null },
): Promise<void> {
  const now = deps.clock.now();
  const told = {
    userId: heir.user_id,
    group: { kind: 'organization' as const, id, name },
    day: localDateOf(now, 'UTC'),
  };
  if (typeof state === 'object') {
    const heirRole = heir.role === 'admin' ? 'admin' : 'member';
    await upsertHandover(tx, { orgId: id, formerOwnerId: state.formerOwnerId, heirRole, now });
    await notify(deps, tx, [ownershipReceived(told)]);
    return;
  }
  await deleteHandover(tx, id);
  await acceptOrganizationMembership(tx, id, heir.user_id, now);
  if (state === 'returned') await notify(deps, tx, [ownershipReturned(told)]);
}

function requireOwner({ user_role }: OrganizationOf): void {
  if (user_role === null) throw organizationErrors.notMember();
  if (user_role !== 'owner') throw organizationErrors.notOwner();
}
