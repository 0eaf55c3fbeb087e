import { type CircuitState, createCircuitBreaker, PausedError } from '#platform/outbound/circuit-breaker.ts';
import { isOutage, MusicFailureError, problemOf } from './music.failure.ts';
import type { BreakerSettings } from './music.ts';

/** Calls behind a circuit breaker that also respects Retry-After. Any failure becomes one of `musicErrors`. */
export type Attempts = {
  attempt<Result>(call: () => Promise<Result>): Promise<Result>;
  circuitState(): CircuitState;
};

export function createAttempts({ failuresBeforePause, pauseMs, onFailure }: BreakerSettings): Attempts {
  const breaker = createCircuitBreaker({ isOutage, failuresBeforePause, pauseMs });
  let limitedSince = 0;
  let limitedUntil = 0;

  function rejectWhileLimited(): void {
    const waitMs = limitedUntil - performance.now();
    if (waitMs > 0) throw problemOf({ reason: 'rate-limited', retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }

  return {
    async attempt(call) {
      try {
        rejectWhileLimited();
        return await breaker.attempt(call);
      } catch (error) {
        if (error instanceof PausedError) {
          throw problemOf({ reason: 'paused', retryAfterSeconds: Math.max(1, Math.ceil(error.leftMs / 1_000)) });
        }
        // A problem from `rejectWhileLimited`, or a bug.
        if (!(error instanceof MusicFailureError)) throw error;
        const { reason, retryAfterSeconds = 0 } = error.failure;
        if (reason === 'rate-limited') {
          limitedSince = performance.now();
          limitedUntil = limitedSince + retryAfterSeconds * 1_000;
        }
        onFailure?.(error.failure);
        throw problemOf(error.failure);
      }
    },
    circuitState() {
      const now = performance.now();
      // A rate limit has the effect of an open circuit: no call passes.
      return now < limitedUntil ? { state: 'open', outageMs: now - limitedSince } : breaker.standing();
    },
  };
}
