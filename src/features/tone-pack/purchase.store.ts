import type { Db, Tx } from '../../platform/db/database.ts';

export async function existsPurchaseOf(db: Db, packId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tone_pack_purchase')
    .select('id')
    .where('pack_id', '=', packId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes that somebody buys the pack, before it is paid; false where they have bought it. */
export async function claimPurchase(
  tx: Tx,
  { id, packId, userId, now }: { id: string; packId: string; userId: string; now: Date },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('tone_pack_purchase')
    .values({ id, pack_id: packId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.columns(['pack_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function updatePurchaseAsPaid(tx: Tx, id: string, transactionId: string): Promise<void> {
  await tx.updateTable('tone_pack_purchase').set({ transaction_id: transactionId }).where('id', '=', id).execute();
}
