import { defineJob } from '#access/job.ts';
import { checkInDueUsers } from './check-in.actions.ts';
import { CheckInRunBody } from './check-in.schema.ts';

export const SYNTHETIC_CHECK_INS = defineJob({
  name: 'ai-checkins',
  cron: '0 * * * *',
  description: 'Check in synthetic users',
  backfillDays: 0,
  run: checkInDueUsers,
  nothing: () => ({ results: { checked_in: 0, skipped: 0, failed: 0, errors: [] } }),
  route: {
    path: '/api/workout-window/cron/ai-checkins',
    secrets: 'workout-window',
    details: 'Each synthetic user checks in within their window, on as many days as fit their probability.',
    response: CheckInRunBody,
  },
});
