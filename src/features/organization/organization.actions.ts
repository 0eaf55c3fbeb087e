import type { Actor } from '../../access/actor.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { NotificationDeps } from '../notification/index.ts';
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
import { insertOrganizationMember } from './organization-member.store.ts';
import { findHandover } from './ownership.store.ts';
import { canDeleteOrganization, canUpdateOrganization, canViewOrganization } from './permission.rules.ts';
import { auditReads, requirePermissionAudited } from './right.actions.ts';
import { requireFittingSettings } from './settings.rules.ts';

export type OrganizationDeps = NotificationDeps & { sharing: GroupSharing };

/** What becomes of the things that people share with a group. Higher features have them, so this is handed in. */
export type GroupSharing = {
  /** Holds what a person shares still until the transaction ends. Comes before any lock of a group. */
  hold: (tx: Tx, personId: string) => Promise<void>;
  /** Makes what a person, who is held, shares with these groups theirs alone. */
  withdraw: (tx: Tx, groupIds: readonly string[], personId: string) => Promise<void>;
  /** Makes what anybody shares with these groups, which are locked to be deleted, theirs alone. */
  revokeAll: (tx: Tx, groupIds: readonly string[]) => Promise<void>;
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
    await insertOrganizationMember(tx, { orgId: id, userId: actor.userId, role: 'owner', acceptedAt: now, now });
    return viewOfOrganization(organization);
  });
}

/** The organizations that the actor belongs to, newest first; all of them for a super admin. */
export async function listOrganizations(
  deps: OrganizationDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ organizations: Organization[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listOrganizationRows(deps.db, actor, after, limit + 1), limit);
  await auditReads(deps, deps.db, actor, page.rows);
  return { organizations: page.rows.map(viewOfOrganization), next_cursor: writeCursor(page.next) };
}

/** The organization, and the actor's role in it. Throws `organization.not-found`, `organization.not-member`. */
export async function readOrganization(deps: OrganizationDeps, actor: Actor, id: string): Promise<OrganizationReading> {
  const organization = await requireOrganization(deps.db, actor, id);
  await requirePermissionAudited(deps, deps.db, actor, organization, {
    can: canViewOrganization,
    action: 'organization.read',
  });
  return {
    organization: viewOfOrganization(organization),
    user_role: organization.user_role,
    is_accepted: organization.user_accepted_at !== null,
    is_ownership_accepted: (await findHandover(deps.db, organization.id)) === undefined,
  };
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
    const organization = await lockReadableOrganization(tx, actor, id);
    await requirePermissionAudited(deps, tx, actor, organization, {
      can: canUpdateOrganization,
      action: 'organization.update',
    });
    return viewOfOrganization(
      await updateOrganization(tx, organization.id, { name, description, settings }, deps.clock.now()),
    );
  });
}

/**
 * Deletes the organization with its teams; what was shared with any of them is its author's alone again. Throws as
 * `changeOrganization` does.
 */
export async function removeOrganization(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    await requirePermissionAudited(deps, tx, actor, organization, {
      can: canDeleteOrganization,
      action: 'organization.delete',
    });
    await endOrganization(deps, tx, organization.id);
  });
}

/** Deletes an organization that is held, with its teams; what was shared with any of them is its author's alone again. */
export async function endOrganization(deps: OrganizationDeps, tx: Tx, id: string): Promise<void> {
  const teamIds = await lockOrganizationToDelete(tx, id);
  await deps.sharing.revokeAll(tx, [id, ...teamIds]);
  await deleteOrganization(tx, id);
}

/** The organization as it is now. Throws `organization.not-found`. */
export async function requireOrganization(db: Db, actor: Actor, id: string): Promise<OrganizationOf> {
  const organization = await findOrganization(db, actor.userId, id);
  if (organization === undefined) throw organizationErrors.notFound();
  return organization;
}

/** The organization, held still until the transaction ends (see `lockOrganization`). Throws `organization.not-found`. */
export async function lockReadableOrganization(tx: Tx, actor: Actor, id: string): Promise<OrganizationOf> {
  await lockOrganization(tx, id);
  return requireOrganization(tx, actor, id);
}

export function viewOfOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    owner_id: row.owner_id,
    settings: row.settings,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
