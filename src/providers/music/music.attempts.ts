import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { isOutage, type MusicFailure, MusicFailureError, refusalFor } from './music.failure.ts';

/**
 * Makes one call after the other: throws one of `musicErrors`, whatever went wrong, and leaves the service alone for a while after
 * outages in a row, and for as long as it asks for.
 */
export type Attempt = <Result>(work: () => Promise<Result>) => Promise<Result>;

export type AttemptOptions = {
  failuresBeforePause?: number;
  pauseMs?: number;
  onFailure?: (failure: MusicFailure) => void;
};

export function createAttempts({ failuresBeforePause = 5, pauseMs = 30_000, onFailure }: AttemptOptions): Attempt {
  const breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(failuresBeforePause),
    halfOpenAfter: pauseMs,
  });
  let openedAt = 0;
  breaker.onBreak(() => {
    openedAt = performance.now();
  });
  let quietUntil = 0;

  function refuseEarly(): void {
    const quiet = quietUntil - performance.now();
    if (quiet > 0) throw refusalFor({ reason: 'rate-limited', retryAfterSeconds: Math.ceil(quiet / 1_000) });
    // The breaker would let others wait for the call that tries whether the service is back; they fail at once instead.
    if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
  }

  return async (work) => {
    try {
      refuseEarly();
      return await breaker.execute(work);
    } catch (error) {
      if (isBrokenCircuitError(error)) {
        const left = Math.max(0, openedAt + pauseMs - performance.now());
        throw refusalFor({ reason: 'paused', retryAfterSeconds: Math.max(1, Math.ceil(left / 1_000)) });
      }
      // Anything else is a refusal from above, or a mistake of ours.
      if (!(error instanceof MusicFailureError)) throw error;
      const { reason, retryAfterSeconds = 0 } = error.failure;
      if (reason === 'rate-limited') quietUntil = performance.now() + retryAfterSeconds * 1_000;
      onFailure?.(error.failure);
      throw refusalFor(error.failure);
    }
  };
}
