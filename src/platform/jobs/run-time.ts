import type { Clock } from '../clock.ts';

/** Whether there is time for another part of a run. */
export type ShouldContinue = () => boolean;

/** The message of a run that ended before it was complete. */
export const RUN_TIME_EXCEEDED = 'The time of one run is over. Call again to continue.';

/** Shorter than the request of a run, which may take an hour. */
const MAX_RUN_MS = 50 * 60 * 1000;

/** Lets a run continue until its time is over or the node stops. */
export function createShouldContinue(
  deps: { clock: Clock; isDraining: () => boolean },
  startedAt: Date,
): ShouldContinue {
  const endsAt = startedAt.getTime() + MAX_RUN_MS;
  return () => !deps.isDraining() && deps.clock.now().getTime() < endsAt;
}
