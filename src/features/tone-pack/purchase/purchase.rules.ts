import { accessTo, type PackFacts } from '../pack/pack.rules.ts';
import { tonePackErrors } from '../pack/pack.schema.ts';
import { purchaseErrors } from './purchase.schema.ts';

/** Checks that the viewer can buy a pack, at the expected price if there is one. */
export function checkSale(facts: PackFacts, expectedPrice: number | undefined): void {
  const access = accessTo(facts);
  if (access === 'own') throw purchaseErrors.ownPack();
  if (facts.isPurchased) throw purchaseErrors.alreadyPurchased();
  if (access === null) throw tonePackErrors.notFound();
  if (!facts.isPublic) throw purchaseErrors.notForSale();
  if (expectedPrice !== undefined && expectedPrice !== facts.priceDrops) throw purchaseErrors.priceChanged();
}
