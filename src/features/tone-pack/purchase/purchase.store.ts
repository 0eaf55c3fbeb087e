import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** Stores a purchase before it is paid. Returns false if the user has bought the pack already. */
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

/** Lists the packs that these ledger transactions paid for, by the id of the transaction. */
export async function listPacksOfTransactions(
  db: Db,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const { rows } = await sql<{ transaction_id: string; id: string; name: string }>`
    select transaction_id, tone_pack.id, name
    from tone_pack_purchase join tone_pack on tone_pack.id = pack_id
    where transaction_id = any (${[...transactionIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ transaction_id, id, name }) => [transaction_id, { id, name }]));
}
