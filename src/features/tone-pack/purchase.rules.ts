import type { AppError } from '../../platform/errors.ts';
import { purchaseErrors } from './purchase.schema.ts';
import { accessTo, type PackFacts } from './tone-pack.rules.ts';
import { tonePackErrors } from './tone-pack.schema.ts';

/** Why a pack is not sold to somebody who may have named the price that they expect; null where it is. */
export function checkSale(facts: PackFacts, expectedPrice: number | undefined): AppError | null {
  const access = accessTo(facts);
  if (access === 'own') return purchaseErrors.ownPack();
  if (facts.isPurchased) return purchaseErrors.alreadyPurchased();
  if (access === null) return tonePackErrors.notFound();
  if (!facts.isPublic) return purchaseErrors.notForSale();
  if (expectedPrice !== undefined && expectedPrice !== facts.priceDrops) return purchaseErrors.priceChanged();
  return null;
}
