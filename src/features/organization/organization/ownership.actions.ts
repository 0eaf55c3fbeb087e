import type { Actor } from '#access/actor.ts';
import { existsBlockBetween } from '#features/account';
import { notify } from '#features/notification';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { OrganizationDeps } from '../deps.ts';
import { ownershipReceived, ownershipReturned } from '../group-notification.template.ts';
import {
  findActiveMember,
  findLongestMember,
  inOrganization,
  type MemberRow,
  updateAcceptance,
  updateRole,
} from '../member/member.store.ts';
import { roleChanged } from '../organization-event.rules.ts';
import { requirePermissionAudited } from '../permission/permission.actions.ts';
import { canTransferOrganization } from '../permission/permission.rules.ts';
import { permissionErrors } from '../permission/permission.schema.ts';
import { endOrganization, lockReadableOrganization, viewOfOrganization } from './organization.actions.ts';
import { type Organization, organizationErrors } from './organization.schema.ts';
import { type OrganizationRow, type OrganizationWithRole, updateOrganization } from './organization.store.ts';
import {
  deleteOwnershipTransfer,
  findOwnershipTransfer,
  type OwnershipTransferRow,
  upsertOwnershipTransfer,
} from './ownership.store.ts';

/**
 * Makes another member the owner immediately. The new owner is notified, and accepts or declines; the former owner becomes an
 * admin.
 */
export async function transferOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  newOwnerId: string,
): Promise<Organization> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    const permission = { can: canTransferOrganization, action: 'organization.transfer-ownership' };
    await requirePermissionAudited(deps, tx, actor, organization, permission);
    const newOwner = await findActiveMember(tx, inOrganization(organization.id), newOwnerId);
    if (newOwner === undefined || (await existsBlockBetween(tx, actor.userId, newOwner.user_id))) {
      throw organizationErrors.newOwnerNotMember();
    }
    if (newOwner.role === 'owner') throw organizationErrors.alreadyOwner();
    const transfer = await findOwnershipTransfer(tx, organization.id);
    // An owner who has not accepted transfers on behalf of the previous owner.
    const previousOwnerId = transfer === undefined ? organization.owner_id : transfer.previous_owner_id;
    const changed = await makeOwner(deps, tx, organization, newOwner, 'admin');
    const needsNoConsent = newOwner.user_id === actor.userId || newOwner.user_id === previousOwnerId;
    await storeTransfer(deps, tx, changed, newOwner, needsNoConsent ? 'accepted' : { previousOwnerId });
    return viewOfOrganization(tx, actor, changed);
  });
}

/** Accepts an ownership and the membership that comes with it. Accepting again changes nothing. */
export async function acceptOwnership(deps: OrganizationDeps, actor: Actor, id: string): Promise<Organization> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    checkOwner(organization);
    await deleteOwnershipTransfer(tx, organization.id);
    await updateAcceptance(tx, inOrganization(organization.id), actor.userId, deps.clock.now());
    return viewOfOrganization(tx, actor, organization);
  });
}

/** Declines an ownership (see `returnOwnership`). The actor remains a member with the role they had before. */
export async function declineOwnership(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    checkOwner(organization);
    await returnOwnership(deps, tx, organization);
  });
}

/**
 * Returns an ownership that was not accepted to the previous owner. If they have left or are inactive, the member who accepted
 * first becomes the owner, admins before others. Without such a member the organization is deleted. Returns the id of the new
 * owner, or null after a deletion.
 */
export async function returnOwnership(
  deps: OrganizationDeps,
  tx: Tx,
  organization: OrganizationWithRole,
): Promise<string | null> {
  const transfer = await findOwnershipTransfer(tx, organization.id);
  if (transfer === undefined) throw organizationErrors.ownershipAccepted();
  const previousOwner = await findPreviousOwner(tx, organization, transfer);
  const newOwner = previousOwner ?? (await findLongestMember(tx, organization.id, organization.owner_id));
  if (newOwner === undefined) {
    await endOrganization(deps, tx, organization.id);
    return null;
  }
  const changed = await makeOwner(deps, tx, organization, newOwner, transfer.previous_role);
  await storeTransfer(
    deps,
    tx,
    changed,
    newOwner,
    previousOwner === undefined ? { previousOwnerId: null } : 'returned',
  );
  return newOwner.user_id;
}

/**
 * Hands the organization of an owner who goes to the member who accepted first, admins before others, who can still decline. Without
 * such a member the organization is deleted. Returns whether it remains.
 */
export async function passOnOwnership(
  deps: OrganizationDeps,
  tx: Tx,
  organization: OrganizationWithRole,
): Promise<boolean> {
  const newOwner = await findLongestMember(tx, organization.id, organization.owner_id);
  if (newOwner === undefined) {
    await endOrganization(deps, tx, organization.id);
    return false;
  }
  const changed = await makeOwner(deps, tx, organization, newOwner, 'member');
  await storeTransfer(deps, tx, changed, newOwner, { previousOwnerId: null });
  return true;
}

async function findPreviousOwner(
  tx: Tx,
  { id }: OrganizationWithRole,
  { previous_owner_id }: OwnershipTransferRow,
): Promise<MemberRow | undefined> {
  return previous_owner_id === null ? undefined : findActiveMember(tx, inOrganization(id), previous_owner_id);
}

/** Changes the role of the current owner to `role` first, because there is at most one owner. */
async function makeOwner(
  deps: OrganizationDeps,
  tx: Tx,
  { id, owner_id }: OrganizationWithRole,
  newOwner: MemberRow,
  role: OwnershipTransferRow['previous_role'],
): Promise<OrganizationRow> {
  await updateRole(tx, inOrganization(id), owner_id, role);
  await updateRole(tx, inOrganization(id), newOwner.user_id, 'owner');
  await deps.onOrganizationEvents(tx, [roleChanged(id, owner_id, role), roleChanged(id, newOwner.user_id, 'owner')]);
  return updateOrganization(tx, id, { ownerId: newOwner.user_id }, deps.clock.now());
}

/** Stores whether the new owner still has to accept, and notifies them. */
async function storeTransfer(
  deps: OrganizationDeps,
  tx: Tx,
  { id, name }: OrganizationRow,
  newOwner: MemberRow,
  state: 'accepted' | 'returned' | { previousOwnerId: string | null },
): Promise<void> {
  const now = deps.clock.now();
  const event = {
    userId: newOwner.user_id,
    fromUserId: typeof state === 'object' ? state.previousOwnerId : null,
    group: { kind: 'organization' as const, id, name },
    day: localDateOf(now, 'UTC'),
  };
  if (typeof state === 'object') {
    const previousRole = newOwner.role === 'admin' ? 'admin' : 'member';
    await upsertOwnershipTransfer(tx, { orgId: id, previousOwnerId: state.previousOwnerId, previousRole, now });
    await notify(deps, tx, [ownershipReceived(event)]);
    return;
  }
  await deleteOwnershipTransfer(tx, id);
  await updateAcceptance(tx, inOrganization(id), newOwner.user_id, now);
  if (state === 'returned') await notify(deps, tx, [ownershipReturned(event)]);
}

function checkOwner({ user_role }: OrganizationWithRole): void {
  if (user_role === null) throw permissionErrors.notOrganizationMember();
  if (user_role !== 'owner') throw permissionErrors.notOrganizationOwner();
}
