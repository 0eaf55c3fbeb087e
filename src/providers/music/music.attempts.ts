import { type CircuitState, createCircuitBreaker, PausedError } from '../../platform/outbound/circuit-breaker.ts';
import { isOutage, type MusicFailure, MusicFailureError, refusalFor } from './music.failure.ts';

/**
 * Makes one call after the other: throws one of `musicErrors`, whatever went wrong, and leaves the service alone for a while after
 * outages in a row, and for as long as it asks for.
 */
export type Attempts = {
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
  standing(): CircuitState;
};

export type AttemptOptions = {
  failuresBeforePause?: number;
  pauseMs?: number;
  onFailure?: (failure: MusicFailure) => void;
};

export function createAttempts({ failuresBeforePause, pauseMs, onFailure }: AttemptOptions): Attempts {
  const breaker = createCircuitBreaker({ isOutage, failuresBeforePause, pauseMs });
  let quietSince = 0;
  let quietUntil = 0;

  function refuseWhileQuiet(): void {
    const quiet = quietUntil - performance.now();
    if (quiet > 0) throw refusalFor({ reason: 'rate-limited', retryAfterSeconds: Math.ceil(quiet / 1_000) });
  }

  return {
    async attempt(work) {
      try {
        refuseWhileQuiet();
        return await breaker.attempt(work);
      } catch (error) {
        if (error instanceof PausedError) {
          throw refusalFor({ reason: 'paused', retryAfterSeconds: Math.max(1, Math.ceil(error.leftMs / 1_000)) });
        }
        // Anything else is a refusal from above, or a mistake of ours.
        if (!(error instanceof MusicFailureError)) throw error;
        const { reason, retryAfterSeconds = 0 } = error.failure;
        if (reason === 'rate-limited') {
          quietSince = performance.now();
          quietUntil = quietSince + retryAfterSeconds * 1_000;
        }
        onFailure?.(error.failure);
        throw refusalFor(error.failure);
      }
    },
    standing() {
      const now = performance.now();
      // To whoever looks, it is the same: nobody is let through.
      return now < quietUntil ? { state: 'open', outageMs: now - quietSince } : breaker.standing();
    },
  };
}
