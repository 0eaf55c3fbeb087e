import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { Organization } from '#platform/db/tables.generated.ts';
import type { OrganizationRole } from '../permission/permission.schema.ts';
import type { Settings } from '../settings.schema.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'organization.settings': Settings;
  }
}

export type OrganizationRow = Selectable<Organization>;

/** An organization with a user's role in it; null if the user is not a member. */
export type OrganizationWithRole = OrganizationRow & {
  user_role: OrganizationRole | null;
  user_accepted_at: Date | null;
};

export type Viewer = { userId: string; isSuperAdmin: boolean };

export async function findOrganization(db: Db, userId: string, id: string): Promise<OrganizationWithRole | undefined> {
  return db
    .selectFrom('organization')
    .leftJoin('organization_member as own', (join) =>
      join.onRef('own.org_id', '=', 'organization.id').on('own.user_id', '=', userId),
    )
    .selectAll('organization')
    .select(['own.role as user_role', 'own.accepted_at as user_accepted_at'])
    .where('organization.id', '=', id)
    .executeTakeFirst();
}

/** The organizations of which the viewer is a member; all for a super admin. Newest first. */
export async function listOrganizations(
  db: Db,
  viewer: Viewer,
  after: Position | null,
  limit: number,
): Promise<OrganizationWithRole[]> {
  let query = db
    .selectFrom('organization')
    .leftJoin('organization_member as own', (join) =>
      join.onRef('own.org_id', '=', 'organization.id').on('own.user_id', '=', viewer.userId),
    )
    .selectAll('organization')
    .select(['own.role as user_role', 'own.accepted_at as user_accepted_at']);
  if (!viewer.isSuperAdmin) query = query.where('own.user_id', 'is not', null);
  return query
    .where(afterCursor(after, 'organization.created_at', 'organization.id'))
    .orderBy('organization.created_at', 'desc')
    .orderBy('organization.id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Locks an organization, so that its owner, members, teams and their members change one after another. Read them after this
 * statement, not before or in it.
 */
export async function lockOrganization(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('organization').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks an organization and its teams for deletion, also against new shares with them. Requires `lockOrganization`. Returns the
 * ids of the teams.
 */
export async function lockOrganizationToDelete(tx: Tx, id: string): Promise<string[]> {
  await tx.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute();
  const teams = await tx.selectFrom('team').select('id').where('org_id', '=', id).orderBy('id').forUpdate().execute();
  return teams.map((team) => team.id);
}

export type NewOrganizationValues = {
  id: string;
  name: string;
  description: string;
  ownerId: string;
  settings: object;
  now: Date;
};

export async function insertOrganization(tx: Tx, organization: NewOrganizationValues): Promise<OrganizationRow> {
  const { id, name, description, ownerId, settings, now } = organization;
  return tx
    .insertInto('organization')
    .values({
      id,
      name,
      description,
      owner_id: ownerId,
      settings: JSON.stringify(settings),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined values are not changed. */
export type OrganizationValues = {
  name?: string | undefined;
  description?: string | undefined;
  settings?: object | undefined;
  ownerId?: string;
};

export async function updateOrganization(
  tx: Tx,
  id: string,
  { name, description, settings, ownerId }: OrganizationValues,
  now: Date,
): Promise<OrganizationRow> {
  return tx
    .updateTable('organization')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(settings !== undefined && { settings: JSON.stringify(settings) }),
      ...(ownerId !== undefined && { owner_id: ownerId }),
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Also deletes its memberships and teams. */
export async function deleteOrganization(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('organization').where('id', '=', id).execute();
}
