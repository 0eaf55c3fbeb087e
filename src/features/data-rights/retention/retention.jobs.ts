import { defineJob } from '#access/job.ts';
import { applyRetention } from './retention.actions.ts';
import { RetentionRun } from './retention.schema.ts';

export const RETENTION = defineJob({
  name: 'apply-retention',
  cron: '50 3 * * *',
  description: 'Delete data whose retention period has ended',
  backfillDays: 1,
  run: applyRetention,
  nothing: () => ({ results: { deleted: [], is_complete: true, errors: [] } }),
  isComplete: ({ results }) => results.is_complete,
  route: {
    path: '/api/cron/apply-retention',
    secrets: 'housekeeping',
    response: RetentionRun,
  },
});
