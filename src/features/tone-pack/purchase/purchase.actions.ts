import type { Actor } from '#access/actor.ts';
import { hasNotification, notifyAfterwards } from '#features/notification';
import { balanceOf, debitTables } from '#features/wallet';
import { localDateOf } from '#platform/days/calendar-date.ts';
import { sqlStateOf } from '#platform/errors.ts';
import type { TonePackDeps } from '../deps.ts';
import { factsOf } from '../pack/pack.actions.ts';
import { tonePackErrors } from '../pack/pack.schema.ts';
import { findPackFor } from '../pack/pack.store.ts';
import { keyOfSales, packBought } from '../pack-notification.template.ts';
import { checkSale } from './purchase.rules.ts';
import { type PurchaseBody, type PurchaseOrder, purchaseErrors } from './purchase.schema.ts';
import { claimPurchase } from './purchase.store.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Buys a public pack once, at its current price, in one statement. The owner gets no drops. A free pack creates no ledger row.
 */
export async function purchasePack(
  deps: TonePackDeps,
  { userId }: Actor,
  packId: string,
  { expected_price: expectedPrice }: PurchaseOrder,
): Promise<PurchaseBody> {
  // Withdrawn packs are not for sale to super admins either.
  const viewer = { userId, isSuperAdmin: false };
  const id = deps.ids.next();
  const now = deps.clock.now();
  const day = localDateOf(now, 'UTC');
  const debit = { id: deps.ids.next(), userId, type: 'purchase', transactionKey: `tone_pack:${id}` } as const;
  const bought = await claimPurchase(deps.db, viewer, {
    id,
    packId,
    expectedPrice: expectedPrice ?? null,
    debitTables: debitTables(debit, now),
    isOwnerNotified: hasNotification('sale.owner_id', keyOfSales(packId, day)),
    now,
  }).catch((error: unknown) => {
    // Two purchases of one pack at the same time: the second waited for the balance of the first.
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  });
  if (bought === undefined) throw await refusalOf(deps, viewer, packId, expectedPrice);

  const { name, owner_id, is_owner_notified, price_drops, transaction_id, balance } = bought;
  // Its first sale of a day notifies the owner, and the others of that day need no transaction for it.
  if (owner_id !== null && !is_owner_notified)
    await notifyAfterwards(deps, [packBought({ id: packId, name }, owner_id, day)]);
  const purchase = { id, pack_id: packId, user_id: userId, price_drops, transaction_id, created_at: now.toISOString() };
  return { purchase, balance };
}

/** Finds out why a pack was not bought. */
async function refusalOf(
  deps: TonePackDeps,
  viewer: { userId: string; isSuperAdmin: boolean },
  packId: string,
  expectedPrice: number | undefined,
): Promise<Error> {
  const pack = await findPackFor(deps.db, viewer, packId);
  if (pack === undefined) return tonePackErrors.notFound();
  checkSale(factsOf(pack), expectedPrice);
  if ((await balanceOf(deps.db, viewer.userId)) < pack.price_drops) return purchaseErrors.tooFewDrops();
  // It has been offered, or drops have arrived, since the purchase was refused.
  return tonePackErrors.notFound();
}
