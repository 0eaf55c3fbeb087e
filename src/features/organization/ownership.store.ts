import type { Db, Tx } from '../../platform/db/database.ts';
import type { OrganizationRole } from './organization.schema.ts';

/** An ownership that its new owner has not accepted. `former_owner_id`: who owned it with their consent last. */
export type HandoverRow = { former_owner_id: string | null; heir_role: Exclude<OrganizationRole, 'owner'> };

/** undefined where the owner has accepted, or founded the organization. */
export async function findHandover(db: Db, orgId: string): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('ownership_handover')
    .select(['former_owner_id', 'heir_role'])
    .$narrowType<Pick<HandoverRow, 'heir_role'>>()
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

export type NewHandover = { orgId: string; formerOwnerId: string | null; heirRole: string; now: Date };

/** Stores that an ownership is not accepted yet, in place of what was stored about the owner before. */
export async function upsertHandover(tx: Tx, { orgId, formerOwnerId, heirRole, now }: NewHandover): Promise<void> {
  const values = { former_owner_id: formerOwnerId, heir_role: heirRole, handed_over_at: now };
  await tx
    .insertInto('ownership_handover')
    .values({ org_id: orgId, ...values })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(values))
    .execute();
}

export async function deleteHandover(tx: Tx, orgId: string): Promise<void> {
  await tx.deleteFrom('ownership_handover').where('org_id', '=', orgId).execute();
}
