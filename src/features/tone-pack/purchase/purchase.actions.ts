import type { Actor } from '../../../access/actor.ts';
import { localDateOf } from '../../../platform/days/calendar-date.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { notify } from '../../notification/index.ts';
import { balanceOf, postToLedger } from '../../wallet/index.ts';
import type { TonePackDeps } from '../deps.ts';
import { factsOf } from '../pack/pack.actions.ts';
import { tonePackErrors } from '../pack/pack.schema.ts';
import { lockPackFor } from '../pack/pack.store.ts';
import { packBought } from '../pack-notification.template.ts';
import { checkSale } from './purchase.rules.ts';
import { type PurchaseBody, type PurchaseOrder, purchaseErrors } from './purchase.schema.ts';
import { claimPurchase, updatePurchaseAsPaid } from './purchase.store.ts';

/**
 * Buys a public pack once, at its current price, in one transaction. The owner gets no drops. A free pack creates no ledger row.
 *
 * @throws {tone-pack.not-found}
 * @throws {tone-pack.own-pack}
 * @throws {tone-pack.already-purchased}
 * @throws {tone-pack.not-for-sale}
 * @throws {tone-pack.price-changed}
 * @throws {tone-pack.too-few-drops}
 * @throws {wallet.person-not-found}
 */
export async function purchasePack(
  deps: TonePackDeps,
  { userId }: Actor,
  packId: string,
  { expected_price }: PurchaseOrder,
): Promise<PurchaseBody> {
  return deps.db.transaction().execute(async (tx) => {
    // Withdrawn packs are not for sale to super admins either.
    const pack = await lockPackFor(tx, { userId, isSuperAdmin: false }, packId);
    if (pack === undefined) throw tonePackErrors.notFound();
    checkSale(factsOf(pack), expected_price);

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
    if (pack.owner_id !== null) await notify(deps, tx, [packBought(pack, pack.owner_id, localDateOf(now, 'UTC'))]);
    return { purchase, balance: paid?.balance_after ?? (await balanceOf(tx, userId)) };
  });
}

/** Debits the price of a claimed purchase. */
async function pay(
  deps: TonePackDeps,
  tx: Tx,
  { id, userId, price, name }: { id: string; userId: string; price: number; name: string },
) {
  const posted = await postToLedger(deps, tx, {
    userId,
    type: 'purchase',
    amount: -price,
    transactionKey: `tone_pack:${id}`,
    description: `Tone pack: ${name}`,
  });
  if (posted.outcome === 'balance-too-low') throw purchaseErrors.tooFewDrops();
  if (posted.outcome !== 'posted') throw new Error(`The purchase could not be posted: ${posted.outcome}.`);
  await updatePurchaseAsPaid(tx, id, posted.transaction.id);
  return posted.transaction;
}
