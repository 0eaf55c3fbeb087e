import {
  CircuitState as BreakerState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';

/** Stops calls after repeated failures, so that no caller waits for a call that would fail. */
export type CircuitBreaker = {
  /** Runs the work, or rejects with a `PausedError` immediately while the circuit is open. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The present state. Makes no call. */
  standing(): CircuitState;
};

/**
 * `closed`: calls are made. `open`: they fail immediately. `half-open`: the next or running call tests the other side.
 * `outageMs` is the duration of the outage so far; null without one.
 */
export type CircuitState = { state: 'closed'; outageMs: null } | { state: 'open' | 'half-open'; outageMs: number };

/** The state of a named breaker. */
export type NamedCircuitState = CircuitState & { name: string };

/** `isOutage`: whether any other call would probably fail in the same way. */
export type CircuitOptions = {
  isOutage: (error: Error) => boolean;
  /** Consecutive outages; default 5. */
  failuresBeforePause?: number | undefined;
  /** Default 30,000. */
  pauseMs?: number | undefined;
};

/** A call was not made, because the circuit is open for `leftMs` more (0 while another call tests it). */
export class PausedError extends Error {
  readonly leftMs: number;

  constructor(leftMs: number) {
    super('The call was not made: the circuit is open after repeated outages.');
    this.name = 'PausedError';
    this.leftMs = leftMs;
  }
}

export function createCircuitBreaker(options: CircuitOptions): CircuitBreaker {
  const { isOutage, failuresBeforePause = 5, pauseMs = 30_000 } = options;
  const breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(failuresBeforePause),
    halfOpenAfter: pauseMs,
  });
  let outageBegan: number | null = null;
  let pauseBegan = 0;
  breaker.onBreak(() => {
    pauseBegan = performance.now();
    outageBegan ??= pauseBegan;
  });
  breaker.onReset(() => {
    outageBegan = null;
  });
  const left = () => Math.max(0, pauseBegan + pauseMs - performance.now());

  return {
    async attempt(work) {
      // The breaker would let other calls wait for the one that tests the other side; they fail immediately instead.
      if (breaker.state === BreakerState.HalfOpen) throw new PausedError(left());
      try {
        return await breaker.execute(work);
      } catch (error) {
        throw isBrokenCircuitError(error) ? new PausedError(left()) : error;
      }
    },
    standing() {
      if (outageBegan === null) return { state: 'closed', outageMs: null };
      const isPaused = breaker.state === BreakerState.Open && left() > 0;
      return { state: isPaused ? 'open' : 'half-open', outageMs: performance.now() - outageBegan };
    },
  };
}
