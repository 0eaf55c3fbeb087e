import { defineJob } from '#access/job.ts';
import { awardAllUsers } from './monthly-award.actions.ts';
import { AwardRun } from './monthly-award.schema.ts';

export const MONTHLY_AWARD = defineJob({
  name: 'award-monthly-all',
  cron: '0 0 1 * *',
  description: 'Award the monthly drops to all users',
  backfillDays: 7,
  run: awardAllUsers,
  isComplete: ({ results }) => results.failed === 0,
  nothing: () => ({ results: { awarded: 0, already: 0, failed: 0, errors: [] } }),
  route: {
    path: '/api/drops/cron/award-monthly-all',
    secrets: 'award-monthly',
    details: 'A repeated call retries what failed.',
    response: AwardRun,
  },
});
