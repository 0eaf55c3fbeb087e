import {
  CircuitState as BreakerState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';

/** Leaves somebody alone who has failed several times in a row, so that nobody waits for what would fail again. */
export type CircuitBreaker = {
  /** Does the work and throws what it throws, or throws a `PausedError` at once while there is a pause. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How it stands now. Asking changes nothing and calls nobody. */
  standing(): CircuitState;
};

/**
 * `closed`: calls go through. `open`: they fail at once. `half-open`: the pause is over, and the next call, or one that is under
 * way, tries whether the other side is back. `outageMs` is how long the outage lasts, with all of its pauses; null without one.
 */
export type CircuitState = { state: 'closed'; outageMs: null } | { state: 'open' | 'half-open'; outageMs: number };

/** How one of several breakers stands; `name` says what it guards. */
export type NamedCircuitState = CircuitState & { name: string };

/** `isOutage`: whether the next call would probably fail in the same way, whatever it asks. */
export type CircuitOptions = {
  isOutage: (error: Error) => boolean;
  /** Outages in a row; 5 where not given. */
  failuresBeforePause?: number | undefined;
  /** 30,000 where not given. */
  pauseMs?: number | undefined;
};

/** A call was not made because of a pause, which lasts for `leftMs` more; 0 while another call tries. */
export class PausedError extends Error {
  readonly leftMs: number;

  constructor(leftMs: number) {
    super('The call was not made: there is a pause after outages in a row.');
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
      // The breaker would let others wait for the call that tries whether the other side is back; they fail at once instead.
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
