import type { Access } from './tone-pack.schema.ts';

/** As many packs as one list can show. */
export const MAX_OWN_PACKS = 500;

/** How a person stands to a pack, and what the pack is to everybody. */
export type PackFacts = {
  isOwner: boolean;
  isShared: boolean;
  isPurchased: boolean;
  isPublic: boolean;
  /** Its owner deleted it after it had been sold. */
  isUnlisted: boolean;
  /** Its owner is deactivated, and the person is no super admin. */
  isWithdrawn: boolean;
  priceDrops: number;
};

/** What gives somebody a pack, the best of it first; null where it does not exist for them. */
export function accessTo(facts: PackFacts): Access | null {
  if (facts.isUnlisted || facts.isWithdrawn) return facts.isPurchased ? 'purchased' : null;
  if (facts.isOwner) return 'own';
  if (facts.isShared) return 'shared';
  if (facts.isPurchased) return 'purchased';
  if (!facts.isPublic) return null;
  return facts.priceDrops === 0 ? 'free' : 'for_sale';
}

/** Whether somebody may have the pack's images shown with their entries. */
export function canActivate(access: Access): boolean {
  return access !== 'for_sale';
}
