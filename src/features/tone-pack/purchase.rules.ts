import type { AppError } from '../../platform/errors.ts';
import { purchaseErrors } from './purchase.schema.ts';
import { accessTo, type PackFacts } from './tone-pack.rules.ts';
import { tonePackErrors } from './tone-pack.schema.ts';

/** Why a pack is not sold to somebody who may have named the price that they expect; null where it is. */
export function refusalToSell(facts: PackFacts, expectedPrice: number | undefined): AppError | null {
  const access = accessTo(facts);
  if (access === 'own') return purchaseErrors.ownPack();
  if (facts.isPurchased) return purchaseErrors.alreadyPurchased();
  if (access === null || !facts.isPublic) return tonePackErrors.notFound();
  if (facts.priceDrops === 0) return purchaseErrors.free();
  if (expectedPrice !== undefined && expectedPrice !== facts.priceDrops) return purchaseErrors.priceChanged();
  return null;
}
