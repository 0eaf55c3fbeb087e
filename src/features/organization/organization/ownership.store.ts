import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { OrganizationRole } from '../permission/permission.schema.ts';

/** An ownership transfer that is not accepted yet. `previous_owner_id` is the last owner who had accepted. */
export type OwnershipTransferRow = {
  previous_owner_id: string | null;
  previous_role: Exclude<OrganizationRole, 'owner'>;
};

/** Returns undefined if the owner has accepted or created the organization. */
export async function findOwnershipTransfer(db: Db, orgId: string): Promise<OwnershipTransferRow | undefined> {
  return db
    .selectFrom('ownership_transfer')
    .select(['previous_owner_id', 'previous_role'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

/** `previousRole` is the role that the new owner had before. */
export type NewOwnershipTransfer = {
  orgId: string;
  previousOwnerId: string | null;
  previousRole: OwnershipTransferRow['previous_role'];
  now: Date;
};

/** Replaces an earlier transfer of the organization. */
export async function upsertOwnershipTransfer(
  tx: Tx,
  { orgId, previousOwnerId, previousRole, now }: NewOwnershipTransfer,
): Promise<void> {
  const values = { previous_owner_id: previousOwnerId, previous_role: previousRole, transferred_at: now };
  await tx
    .insertInto('ownership_transfer')
    .values({ org_id: orgId, ...values })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(values))
    .execute();
}

export async function deleteOwnershipTransfer(tx: Tx, orgId: string): Promise<void> {
  await tx.deleteFrom('ownership_transfer').where('org_id', '=', orgId).execute();
}

/** Whether a user owns an organization or is the named admin of a team. Neither can exist without them. */
export async function existsGroupLedBy(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ leads: boolean }>`
    select exists (select from organization where owner_id = ${userId})
      or exists (select from team where admin_id = ${userId}) as leads`.execute(db);
  return rows[0]?.leads === true;
}
