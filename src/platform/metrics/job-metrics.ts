import { Histogram } from 'prom-client';
import type { RunWatch } from '../jobs/jobs.ts';
import type { Metrics } from './metrics.ts';

/** Measures the runs of jobs. The scheduler's retries are runs as well. */
export function measureRuns(registry: Metrics): RunWatch {
  const duration = new Histogram({
    name: 'job_run_duration_seconds',
    help: 'How long runs of jobs took, by result: succeeded, failed.',
    // Prometheus calls its own targets jobs, and would rename a label of ours.
    labelNames: ['job_name', 'result'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 1_800, 3_600],
    registers: [registry],
  });
  return async (job, work) => {
    const startedAt = performance.now();
    let result = 'failed';
    try {
      const outcome = await work();
      result = 'succeeded';
      return outcome;
    } finally {
      duration.observe({ job_name: job, result }, (performance.now() - startedAt) / 1_000);
    }
  };
}
