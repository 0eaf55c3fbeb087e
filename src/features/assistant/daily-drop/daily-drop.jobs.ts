import { defineJob } from '#access/job.ts';
import type { Worker } from '#platform/jobs/job.ts';
import type { AssistantDeps } from '../deps.ts';
import { isDayOver, runDailyDropWorker, SEND_DAILY_DROPS, sendDailyDrops } from './daily-drop.actions.ts';
import { DailyDropRun } from './daily-drop.schema.ts';

/** The job runs seven hours after the analysis that the drops are written from. */
export const DAILY_DROPS = defineJob({
  name: SEND_DAILY_DROPS,
  cron: '0 9 * * *',
  description: 'Send the daily drop to users who want it',
  backfillDays: 1,
  run: sendDailyDrops,
  skip: (deps, { scheduledAt }) => (isDayOver(deps, scheduledAt) ? 'The day of this run is over.' : null),
  isComplete: (run) => run.is_complete && run.results.failed === 0,
  nothing: () => ({ is_complete: true, results: { total: 0, generated: 0, skipped: 0, failed: 0, errors: [] } }),
  route: {
    path: '/api/encouragement-drops/cron/generate-daily-drops',
    secrets: 'drops',
    details:
      'Call it after the analysis of entries: it waits up to ten minutes for a running analysis. A repeated call retries what failed.',
    response: DailyDropRun,
  },
});

export const DAILY_DROP_WORKER: Worker<AssistantDeps> = { job: SEND_DAILY_DROPS, run: runDailyDropWorker };
