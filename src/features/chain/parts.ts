import type { Machine } from '#access/machine.ts';
import type { AccountDeps } from '#features/account';
import type { WorkoutWindowDeps } from '#features/workout-window';
import type { ChainDeps } from './deps.ts';
import { createRematches, rebuildChains, rematchPair } from './matching/rematch.actions.ts';

type ChainParts = Pick<ChainDeps, 'rematches'> &
  Pick<AccountDeps, 'rematchPair'> &
  Pick<WorkoutWindowDeps, 'rebuildChains'>;

export function createChainParts(deps: ChainDeps & Machine): ChainParts {
  const rematches = createRematches(() => deps, deps.log);
  deps.onClose(rematches.close);
  return {
    rematches,
    rebuildChains: (groups, timezone) => rebuildChains(deps, groups, timezone),
    rematchPair: (one, other) => rematchPair(deps, one, other),
  };
}
