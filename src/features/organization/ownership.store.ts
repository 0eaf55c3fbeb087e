import type { Db, Tx } from '../../platform/db/database.ts';
import type { OrganizationRole } from './organization.schema.ts';

/** An ownership that its new owner has not accepted. `previous_owner_id`: who owned it with their consent last. */
export type HandoverRow = { previous_owner_id: string | null; previous_role: Exclude<OrganizationRole, 'owner'> };

/** undefined where the owner has accepted, or founded the organization. */
export async function findHandover(db: Db, orgId: string): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('ownership_transfer')
    .select(['previous_owner_id', 'previous_role'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

export type NewHandover = {
  orgId: string;
  formerOwnerId: string | null;
  heirRole: HandoverRow['previous_role'];
  now: Date;
};

/** Stores that an ownership is not accepted yet, in place of what was stored about the owner before. */
export async function upsertHandover(tx: Tx, { orgId, formerOwnerId, heirRole, now }: NewHandover): Promise<void> {
  const values = { previous_owner_id: formerOwnerId, previous_role: heirRole, transferred_at: now };
  await tx
    .insertInto('ownership_transfer')
    .values({ org_id: orgId, ...values })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(values))
    .execute();
}

export async function deleteHandover(tx: Tx, orgId: string): Promise<void> {
  await tx.deleteFrom('ownership_transfer').where('org_id', '=', orgId).execute();
}
