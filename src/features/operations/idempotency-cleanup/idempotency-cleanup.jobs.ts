import { defineJob } from '../../../access/job.ts';
import { deleteExpiredResponses } from './idempotency-cleanup.actions.ts';
import { IdempotencyCleanupRun } from './idempotency-cleanup.schema.ts';

export const IDEMPOTENCY_CLEANUP = defineJob({
  name: 'forget-answers',
  cron: '20 * * * *',
  description: 'Delete responses stored for idempotency keys after a day',
  backfillDays: 0,
  run: deleteExpiredResponses,
  nothing: () => ({ results: { forgotten: 0 } }),
  route: {
    path: '/api/cron/forget-answers',
    secrets: 'housekeeping',
    response: IdempotencyCleanupRun,
  },
});
