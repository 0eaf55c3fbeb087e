import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type PageQuery, pageAsked, pageOf, writeCursor } from '../../platform/http/page.ts';
import type { Ids } from '../../platform/ids.ts';
import {
  type NewOrganization,
  type Organization,
  type OrganizationChange,
  type OrganizationReading,
  organizationErrors,
} from './organization.schema.ts';
import {
  deleteOrganization,
  findOrganization,
  insertOrganization,
  listOrganizations as listOrganizationRows,
  lockOrganization,
  lockOrganizationToDelete,
  type OrganizationOf,
  type OrganizationRow,
  updateOrganization,
} from './organization.store.ts';
import { findActiveMember, insertOrganizationMember, updateOrganizationRole } from './organization-member.store.ts';
import {
  canDeleteOrganization,
  canTransferOrganization,
  canUpdateOrganization,
  canViewOrganization,
} from './permission.rules.ts';
import { auditReads, exerciseRight } from './right.actions.ts';
import { requireFittingSettings } from './settings.rules.ts';

export type OrganizationDeps = { db: Db; clock: Clock; ids: Ids; sharing: GroupSharing };

/** What becomes of the things that people share with a group. Higher features have them, so this is handed in. */
export type GroupSharing = {
  /** Holds what a person shares still until the transaction ends. Comes before any lock of a group. */
  hold: (tx: Tx, personId: string) => Promise<void>;
  /** Makes what a person, who is held, shares with these groups theirs alone. */
  withdraw: (tx: Tx, groupIds: readonly string[], personId: string) => Promise<void>;
  /** Makes what anybody shares with these groups, which are locked to be deleted, theirs alone. */
  withdrawEverybodys: (tx: Tx, groupIds: readonly string[]) => Promise<void>;
};

/** Stores a new organization, which the actor owns. Throws `organization.settings-too-large`. */
export async function createOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  input: NewOrganization,
): Promise<Organization> {
  requireFittingSettings(input.settings);
  const id = deps.ids.next();
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const organization = await insertOrganization(tx, {
      id,
      name: input.name,
      description: input.description ?? '',
      ownerId: actor.userId,
      settings: input.settings ?? {},
      now,
    });
    await insertOrganizationMember(tx, { orgId: id, userId: actor.userId, role: 'owner', now });
    return viewOf(organization);
  });
}

/** The organizations that the actor belongs to, newest first; all of them for a super admin. */
export async function listOrganizations(
  deps: OrganizationDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ organizations: Organization[]; next_cursor: string | null }> {
  const { limit, after } = pageAsked(query);
  const page = pageOf(await listOrganizationRows(deps.db, actor, after, limit + 1), limit);
  await auditReads(deps, deps.db, actor, page.rows);
  return { organizations: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** The organization, and the actor's role in it. Throws `organization.not-found`, `organization.not-member`. */
export async function readOrganization(deps: OrganizationDeps, actor: Actor, id: string): Promise<OrganizationReading> {
  const organization = await requireOrganization(deps.db, actor, id);
  await exerciseRight(deps, deps.db, actor, organization, { can: canViewOrganization, action: 'organization.read' });
  return { organization: viewOf(organization), user_role: organization.user_role };
}

/**
 * Changes what the owner names. Throws `organization.not-found`, `organization.not-member`, `organization.not-owner`, and
 * `organization.settings-too-large`.
 */
export async function changeOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  { name, description, settings }: OrganizationChange,
): Promise<Organization> {
  requireFittingSettings(settings);
  return deps.db.transaction().execute(async (tx) => {
    const organization = await holdOrganization(tx, actor, id);
    await exerciseRight(deps, tx, actor, organization, { can: canUpdateOrganization, action: 'organization.update' });
    return viewOf(await updateOrganization(tx, organization.id, { name, description, settings }, deps.clock.now()));
  });
}

/**
 * Deletes the organization with its teams; what was shared with any of them is its author's alone again. Throws as
 * `changeOrganization` does.
 */
export async function removeOrganization(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const organization = await holdOrganization(tx, actor, id);
    await exerciseRight(deps, tx, actor, organization, { can: canDeleteOrganization, action: 'organization.delete' });
    const teamIds = await lockOrganizationToDelete(tx, organization.id);
    await deps.sharing.withdrawEverybodys(tx, [organization.id, ...teamIds]);
    await deleteOrganization(tx, organization.id);
  });
}

/**
 * Makes another member the owner; the former one stays as an admin. Throws as `changeOrganization` does, and
 * `organization.new-owner-not-member` or `organization.already-owner`.
 */
export async function transferOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  newOwnerId: string,
): Promise<Organization> {
  return deps.db.transaction().execute(async (tx) => {
    const organization = await holdOrganization(tx, actor, id);
    const deed = { can: canTransferOrganization, action: 'organization.transfer-ownership' };
    await exerciseRight(deps, tx, actor, organization, deed);
    const heir = await findActiveMember(tx, organization.id, newOwnerId);
    if (heir === undefined) throw organizationErrors.newOwnerNotMember();
    if (heir.role === 'owner') throw organizationErrors.alreadyOwner();
    // There is never more than one owner, so the former one goes first.
    await updateOrganizationRole(tx, organization.id, organization.owner_id, 'admin');
    await updateOrganizationRole(tx, organization.id, heir.user_id, 'owner');
    return viewOf(await updateOrganization(tx, organization.id, { ownerId: heir.user_id }, deps.clock.now()));
  });
}

/** The organization as it is now. Throws `organization.not-found`. */
export async function requireOrganization(db: Db, actor: Actor, id: string): Promise<OrganizationOf> {
  const organization = await findOrganization(db, actor.userId, id);
  if (organization === undefined) throw organizationErrors.notFound();
  return organization;
}

/** The organization, held still until the transaction ends (see `lockOrganization`). Throws `organization.not-found`. */
export async function holdOrganization(tx: Tx, actor: Actor, id: string): Promise<OrganizationOf> {
  await lockOrganization(tx, id);
  return requireOrganization(tx, actor, id);
}

function viewOf(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    owner_id: row.owner_id,
    settings: row.settings as Organization['settings'],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
