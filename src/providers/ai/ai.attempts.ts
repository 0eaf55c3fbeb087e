import { AISDKError } from 'ai';
import type { AppError } from '../../platform/errors.ts';
import { type CircuitState, createCircuitBreaker, PausedError } from '../../platform/outbound/circuit-breaker.ts';
import { aiErrors } from './ai.errors.ts';
import { type AiFailure, AiFailureError, BilledError, isOutage } from './ai.failure.ts';
import type { AiConfiguration } from './ai.ts';

/**
 * Makes one call after the other of one model: the work of an attempt gets a signal that ends it after `timeoutMs`. Throws one of `aiErrors`,
 * whatever went wrong, and pauses after outages in a row.
 */
export type Attempts = {
  attempt<Result>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  standing(): CircuitState;
};

export function createAttempts(configuration: AiConfiguration): Attempts {
  const { failuresBeforePause, pauseMs, onFailure } = configuration;
  const breaker = createCircuitBreaker({ isOutage, failuresBeforePause, pauseMs });

  return {
    async attempt(timeoutMs, work) {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), timeoutMs);
      try {
        return await breaker.attempt(() => work(stop.signal));
      } catch (error) {
        const failure = failureOf(error, stop.signal);
        onFailure?.(failure);
        const refusal = refusalFor(failure);
        throw error instanceof AiFailureError && error.usage ? new BilledError(refusal, error.usage) : refusal;
      } finally {
        clearTimeout(timer);
      }
    },
    standing: breaker.standing,
  };
}

/** The errors of the SDK carry the prompt and the answer, so that they end here. Anything else is a mistake of ours. */
function failureOf(error: unknown, signal: AbortSignal): AiFailure {
  if (error instanceof AiFailureError) {
    return error.failure;
  }
  if (signal.aborted) {
    return { reason: 'time-limit' };
  }
  if (error instanceof PausedError) {
    return { reason: 'paused' };
  }
  if (AISDKError.isInstance(error)) {
    return { reason: 'not-of-the-shape' };
  }
  throw error;
}

function refusalFor(failure: AiFailure): AppError {
  switch (failure.reason) {
    case 'time-limit':
      return aiErrors.timeout();
    case 'too-large':
    case 'not-of-the-shape':
      return aiErrors.badAnswer();
    case 'not-reachable':
    case 'refused':
    case 'paused':
      return aiErrors.unavailable();
  }
}
