import type { Machine } from '#access/machine.ts';
import type { BattleDeps } from './deps.ts';
import { createLiveStandings } from './standings/live-standings.actions.ts';
import { createCountToCome } from './standings/to-come.actions.ts';

export function createBattleParts({ read, clock }: Machine): Pick<BattleDeps, 'liveStandings' | 'countToCome'> {
  return { liveStandings: createLiveStandings(read), countToCome: createCountToCome(read, clock) };
}
