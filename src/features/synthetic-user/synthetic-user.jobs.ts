import type { Job } from '../../platform/jobs/job.ts';
import { checkInDueUsers } from './check-in.actions.ts';
import type { SyntheticUserDeps } from './synthetic-user.actions.ts';

export const SYNTHETIC_CHECK_INS: Job<SyntheticUserDeps> = {
  name: 'ai-checkins',
  cron: '0 * * * *',
  about: 'Check synthetic people in',
  makeUpDays: 0,
  run: checkInDueUsers,
};
