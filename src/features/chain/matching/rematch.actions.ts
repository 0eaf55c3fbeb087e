import { findWindow, windowSpansOn } from '#features/workout-window';
import { createCoalescedRuns, type Pause } from '#platform/concurrency/coalesced-runs.ts';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import type { Logger } from '#platform/log.ts';
import type { ChainDeps, Rematches } from '../deps.ts';
import { attemptGroup, GROUP_CONCURRENCY, LARGE_GROUP } from './rebuild.actions.ts';

/** Minimum time between two rematches of a group that is large or fails. */
const COSTLY_REMATCH_INTERVAL_MS = 5_000;

/** Collects changes of a group that is being matched, or waits for its interval, into one later rematch. */
export function createRematches(depsOf: () => ChainDeps, log: Logger, pause?: Pause): Rematches {
  return createCoalescedRuns({
    pause,
    concurrency: GROUP_CONCURRENCY,
    run: (group, timezones) => rematchGroup(depsOf(), group, timezones),
    onError: (error) => log.error({ err: error, event: 'chain.rematch-failed' }, 'Rematch of a group failed'),
  });
}

/**
 * Matches groups again for today and tomorrow in a time zone. Never throws: a group that fails is logged, and the nightly job
 * tries it again. A large group that was matched within the last seconds is matched later, after this call returns.
 */
export async function rebuildChains(deps: ChainDeps, groups: readonly string[], timezone: string): Promise<void> {
  for (const group of groups) await deps.rematches.ask(group, timezone);
}

/** Returns the minimum time before the next rematch of the group, in milliseconds. */
async function rematchGroup(deps: ChainDeps, group: string, timezones: ReadonlySet<string>): Promise<number> {
  const days = [...timezones].map((timezone) => localDateOf(deps.clock.now(), timezone));
  let isCostly = false;
  for (const date of new Set(days.flatMap((today) => [today, addDays(today, 1)]).sort())) {
    const { chains, failed } = await attemptGroup(deps, group, date, windowSpansOn(date));
    isCostly ||= chains > LARGE_GROUP || failed > 0;
  }
  return isCostly ? COSTLY_REMATCH_INTERVAL_MS : 0;
}

/** Matches the common matching group of two users again, if they have one, after a block between them changed. */
export async function rematchPair(deps: ChainDeps, one: string, other: string): Promise<void> {
  const [first, second] = [await findWindow(deps.db, one), await findWindow(deps.db, other)];
  if (!first?.isOpen || !second?.isOpen || first.group !== second.group) return;
  for (const timezone of new Set([first.zone, second.zone])) await rebuildChains(deps, [first.group], timezone);
}
