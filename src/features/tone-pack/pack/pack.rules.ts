import type { Access } from './pack.schema.ts';

/** The list of own packs has no pages. */
export const MAX_OWN_PACKS = 500;

/** The facts about a pack and a viewer that decide the viewer's access. */
export type PackFacts = {
  isOwner: boolean;
  isShared: boolean;
  isPurchased: boolean;
  isPublic: boolean;
  /** The owner deleted the pack after a purchase. */
  isUnlisted: boolean;
  /** The owner is inactive and the viewer is not a super admin. */
  isWithdrawn: boolean;
  priceDrops: number;
};

/** The highest access of a viewer to a pack; null if the viewer cannot see it. */
export function accessTo(facts: PackFacts): Access | null {
  if (facts.isUnlisted || facts.isWithdrawn) return facts.isPurchased ? 'purchased' : null;
  if (facts.isOwner) return 'own';
  if (facts.isShared) return 'shared';
  if (facts.isPurchased) return 'purchased';
  if (!facts.isPublic) return null;
  return facts.priceDrops === 0 ? 'free' : 'for_sale';
}

/** Whether a user can show the images of the pack with entries. */
export function canActivate(access: Access): boolean {
  return access !== 'for_sale';
}
