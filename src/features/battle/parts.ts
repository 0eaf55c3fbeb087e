import type { Machine } from '#access/machine.ts';
import type { BattleDeps } from './deps.ts';
import { createLiveStandings } from './standings/live-standings.actions.ts';

export function createBattleParts({ read }: Machine): Pick<BattleDeps, 'liveStandings'> {
  return { liveStandings: createLiveStandings(read) };
}
