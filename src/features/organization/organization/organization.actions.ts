import type { Actor } from '#access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { OrganizationDeps } from '../deps.ts';
import { inOrganization, insertMember } from '../member/member.store.ts';
import { auditReads, requirePermissionAudited } from '../permission/permission.actions.ts';
import {
  canDeleteOrganization,
  canManageWebhooks,
  canUpdateOrganization,
  canViewOrganization,
} from '../permission/permission.rules.ts';
import { type OrganizationRole, permissionErrors } from '../permission/permission.schema.ts';
import { checkSettings } from '../settings.rules.ts';
import { type GroupFacts, listOrganizationFacts } from './group-facts.store.ts';
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
  type OrganizationRow,
  type OrganizationWithRole,
  updateOrganization,
} from './organization.store.ts';
import { findOwnershipTransfer } from './ownership.store.ts';

/** Creates an organization owned by the actor. */
export async function createOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  input: NewOrganization,
): Promise<Organization> {
  checkSettings(input.settings);
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
    await insertMember(tx, inOrganization(id), { userId: actor.userId, role: 'owner', acceptedAt: now, now });
    return viewOfOrganization(tx, actor, organization);
  });
}

/** The organizations of which the actor is a member; all for a super admin. Newest first. */
export async function listOrganizations(
  deps: OrganizationDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ organizations: Organization[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listOrganizationRows(deps.db, actor, after, limit + 1), limit);
  await auditReads(deps, deps.db, actor, page.rows);
  return { organizations: await viewsOfOrganizations(deps.db, actor, page.rows), next_cursor: writeCursor(page.next) };
}

/** An organization with the actor's role in it. */
export async function readOrganization(deps: OrganizationDeps, actor: Actor, id: string): Promise<OrganizationReading> {
  const organization = await requireOrganization(deps.db, actor, id);
  await requirePermissionAudited(deps, deps.db, actor, organization, {
    can: canViewOrganization,
    action: 'organization.read',
  });
  return {
    organization: await viewOfOrganization(deps.db, actor, organization),
    user_role: organization.user_role,
    is_accepted: organization.user_accepted_at !== null,
    is_ownership_accepted: (await findOwnershipTransfer(deps.db, organization.id)) === undefined,
  };
}

export async function changeOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  id: string,
  { name, description, settings }: OrganizationChange,
): Promise<Organization> {
  checkSettings(settings);
  return deps.db.transaction().execute(async (tx) => {
    const organization = await lockReadableOrganization(tx, actor, id);
    await requirePermissionAudited(deps, tx, actor, organization, {
      can: canUpdateOrganization,
      action: 'organization.update',
    });
    return viewOfOrganization(
      tx,
      actor,
      await updateOrganization(tx, organization.id, { name, description, settings }, deps.clock.now()),
    );
  });
}

/** Deletes an organization and its teams. What was shared with them becomes private. */
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

/** Deletes a locked organization and its teams. What was shared with them becomes private. */
export async function endOrganization(deps: OrganizationDeps, tx: Tx, id: string): Promise<void> {
  const teamIds = await lockOrganizationToDelete(tx, id);
  await deps.sharing.revokeAll(tx, [id, ...teamIds]);
  await deleteOrganization(tx, id);
}

export async function requireOrganization(db: Db, actor: Actor, id: string): Promise<OrganizationWithRole> {
  const organization = await findOrganization(db, actor.userId, id);
  if (organization === undefined) throw organizationErrors.notFound();
  return organization;
}

/** Rejects an actor who may not manage the webhooks of an organization. */
export async function requireWebhookManager(
  { db }: Pick<OrganizationDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { user_role: role } = await requireOrganization(db, actor, id);
  if (canManageWebhooks({ role })) return;
  throw role === null ? permissionErrors.notOrganizationMember() : permissionErrors.notOrganizationAdmin();
}

/** Locks an organization (see `lockOrganization`) and reads it. */
export async function lockReadableOrganization(tx: Tx, actor: Actor, id: string): Promise<OrganizationWithRole> {
  await lockOrganization(tx, id);
  return requireOrganization(tx, actor, id);
}

export async function viewOfOrganization(db: Db | Tx, actor: Actor, row: OrganizationRow): Promise<Organization> {
  const [view] = await viewsOfOrganizations(db, actor, [row]);
  if (view === undefined) throw new Error('Each organization has a view.');
  return view;
}

async function viewsOfOrganizations(
  db: Db | Tx,
  actor: Actor,
  rows: readonly OrganizationRow[],
): Promise<Organization[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const facts = new Map((await listOrganizationFacts(db, actor.userId, ids)).map((of) => [of.id, of]));
  return rows.map((row) => viewOf(row, facts.get(row.id)));
}

function viewOf(row: OrganizationRow, facts: GroupFacts<OrganizationRole> | undefined): Organization {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    owner_id: row.owner_id,
    owner: facts?.lead ?? null,
    user_role: facts?.user_role ?? null,
    member_count: facts?.member_count ?? 0,
    settings: row.settings,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
