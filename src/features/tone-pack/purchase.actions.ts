import type { Actor } from '../../access/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { balanceOf, postToLedger } from '../wallet/index.ts';
import { checkSale } from './purchase.rules.ts';
import { type PurchaseBody, type PurchaseOrder, purchaseErrors } from './purchase.schema.ts';
import { claimPurchase, updatePurchaseAsPaid } from './purchase.store.ts';
import { factsOf, type TonePackDeps } from './tone-pack.actions.ts';
import { tonePackErrors } from './tone-pack.schema.ts';
import { lockPackFor } from './tone-pack.store.ts';

/**
 * Buys a public pack for the actor, once: the drops go and the pack comes in one transaction, at the price that holds at that
 * moment. A pack that costs nothing leaves no row in the ledger. Nobody gets the drops. Throws `tone-pack.not-found` or one of `purchaseErrors`; then nothing has changed.
 */
export async function purchasePack(
  deps: TonePackDeps,
  { userId }: Actor,
  packId: string,
  { expected_price }: PurchaseOrder,
): Promise<PurchaseBody> {
  return deps.db.transaction().execute(async (tx) => {
    // As for any buyer: what is withdrawn is not for sale to super admins either.
    const pack = await lockPackFor(tx, { userId, isSuperAdmin: false }, packId);
    if (pack === undefined) throw tonePackErrors.notFound();
    const refusal = checkSale(factsOf(pack), expected_price);
    if (refusal !== null) throw refusal;

    const id = deps.ids.next();
    const now = deps.clock.now();
    if (!(await claimPurchase(tx, { id, packId: pack.id, userId, now }))) throw purchaseErrors.alreadyPurchased();
    const { price_drops: price } = pack;
    const paid = price === 0 ? null : await pay(deps, tx, { id, userId, price, name: pack.name });
    const purchase = {
      id,
      pack_id: pack.id,
      user_id: userId,
      price_drops: price,
      transaction_id: paid?.id ?? null,
      created_at: now.toISOString(),
    };
    return { purchase, balance: paid?.balance_after ?? (await balanceOf(tx, userId)) };
  });
}

/** Debits a claimed purchase. Throws `tone-pack.too-few-drops`. */
async function pay(
  deps: TonePackDeps,
  tx: Tx,
  { id, userId, price, name }: { id: string; userId: string; price: number; name: string },
) {
  const posted = await postToLedger(deps, tx, {
    userId,
    type: 'purchase',
    amount: -price,
    reasonKey: `tone_pack:${id}`,
    description: `Tone pack: ${name}`,
  });
  if (posted.outcome === 'too-poor') throw purchaseErrors.tooFewDrops();
  if (posted.outcome !== 'posted') throw new Error(`The ledger did not take a purchase: ${posted.outcome}.`);
  await updatePurchaseAsPaid(tx, id, posted.transaction.id);
  return posted.transaction;
}
