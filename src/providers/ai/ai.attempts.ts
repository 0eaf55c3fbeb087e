import { AISDKError } from 'ai';
import type { AppError } from '#platform/errors.ts';
import { type CircuitState, createCircuitBreaker, PausedError } from '#platform/outbound/circuit-breaker.ts';
import { aiErrors } from './ai.errors.ts';
import { AiFailureError, BilledError, isOutage } from './ai.failure.ts';
import type { AiFailure, BreakerSettings } from './ai.ts';

/** Calls of one model behind a circuit breaker. Any failure becomes one of `aiErrors`. */
export type Attempts = {
  /** Runs one call. The signal aborts after `timeoutMs`. */
  attempt<Result>(timeoutMs: number, call: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  circuitState(): CircuitState;
};

export function createAttempts({ failuresBeforePause, pauseMs, onFailure }: BreakerSettings): Attempts {
  const breaker = createCircuitBreaker({ isOutage, failuresBeforePause, pauseMs });

  return {
    async attempt(timeoutMs, call) {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), timeoutMs);
      try {
        return await breaker.attempt(() => call(stop.signal));
      } catch (error) {
        const failure = failureOf(error, stop.signal);
        onFailure?.(failure);
        const problem = problemOf(failure);
        throw error instanceof AiFailureError && error.usage ? new BilledError(problem, error.usage) : problem;
      } finally {
        clearTimeout(timer);
      }
    },
    circuitState: breaker.standing,
  };
}

/** Errors of the SDK contain the prompt and the response, so they are not passed on. Other errors are bugs. */
function failureOf(error: unknown, signal: AbortSignal): AiFailure {
  if (error instanceof AiFailureError) return error.failure;
  if (signal.aborted) return { reason: 'time-limit' };
  if (error instanceof PausedError) return { reason: 'paused' };
  if (AISDKError.isInstance(error)) return { reason: 'not-of-the-shape' };
  throw error;
}

function problemOf(failure: AiFailure): AppError {
  switch (failure.reason) {
    case 'time-limit':
      return aiErrors.timeout();
    case 'too-large':
    case 'not-of-the-shape':
      return aiErrors.badResponse();
    case 'not-reachable':
    case 'refused':
    case 'paused':
      return aiErrors.unavailable();
  }
}
