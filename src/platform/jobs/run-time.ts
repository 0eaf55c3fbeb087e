import type { Clock } from '../clock.ts';

/** Whether there is time to begin one more part of a run. */
export type ShouldContinue = () => boolean;

/** What a run says that has ended before it was through. */
export const RUN_TIME_EXCEEDED = 'The time of one run is over: call again, and the next one goes on.';

/** A run ends by itself before the request that it answers does, which may take an hour. */
const MAX_RUN_MS = 50 * 60 * 1000;

/** A run that began at this moment may go on while its time is not over and the node is not about to stop. */
export function createShouldContinue(deps: { clock: Clock; isDraining: () => boolean }, begin: Date): ShouldContinue {
  const endsAt = begin.getTime() + MAX_RUN_MS;
  return () => !deps.isDraining() && deps.clock.now().getTime() < endsAt;
}
