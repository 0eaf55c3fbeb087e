import { Counter, Histogram } from 'prom-client';
import type { CallWatch } from '../outbound/call-watch.ts';
import type { Metrics } from './metrics.ts';

/** A server chooses some reasons itself, as that of S3 does with the names of its errors. */
const MAX_REASONS = 40;
const REASON = /^[\w-]{1,40}$/;

export type ProviderMetrics = {
  /** Measures the calls of one provider. */
  watch(provider: string): CallWatch;
  /** Counts a failure. Calls that were not made because a circuit is open have the reason `paused`. */
  countFailure(provider: string, reason: string): void;
};

export function measureProviders(registry: Metrics): ProviderMetrics {
  const duration = new Histogram({
    name: 'provider_call_duration_seconds',
    help: 'How long calls of providers took, by result: succeeded, failed.',
    labelNames: ['provider', 'result'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'provider_failures_total',
    help: 'Failures of providers, by reason. paused: the call was not made, because the circuit is open.',
    labelNames: ['provider', 'reason'],
    registers: [registry],
  });
  const reasons = new Set<string>();
  return {
    watch: (provider) => () => {
      const startedAt = performance.now();
      return (failure) => {
        const result = failure === null ? 'succeeded' : 'failed';
        duration.observe({ provider, result }, (performance.now() - startedAt) / 1_000);
      };
    },
    countFailure: (provider, reason) => {
      if (reasons.size < MAX_REASONS && REASON.test(reason)) reasons.add(reason);
      failures.inc({ provider, reason: reasons.has(reason) ? reason : 'other' });
    },
  };
}
