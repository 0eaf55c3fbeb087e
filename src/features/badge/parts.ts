import type { EncouragementDeps } from '#features/encouragement';
import { recalculateBadges } from './badge.actions.ts';
import type { BadgeDeps } from './deps.ts';

export function createBadgeParts(deps: BadgeDeps): Pick<EncouragementDeps, 'recalculateBadges'> {
  return { recalculateBadges: (tx, userIds) => recalculateBadges(deps, tx, userIds) };
}
