import { defineJob } from '#access/job.ts';
import { ErasureRun } from './deletion.schema.ts';
import { eraseDueAccounts } from './erasure.actions.ts';

export const ACCOUNT_ERASURE = defineJob({
  name: 'erase-accounts',
  cron: '25 2 * * *',
  description: 'Erase accounts whose seven days are over',
  backfillDays: 0,
  run: eraseDueAccounts,
  nothing: () => ({ results: { erased: 0, failed: 0 } }),
  isComplete: ({ success }) => success,
  route: {
    path: '/api/cron/erase-accounts',
    secrets: 'housekeeping',
    response: ErasureRun,
  },
});
