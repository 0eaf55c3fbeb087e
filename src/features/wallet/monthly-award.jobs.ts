import { type Job, requireAllDone } from '../../platform/jobs/job.ts';
import { awardEverybody, type MonthlyAwardDeps } from './monthly-award.actions.ts';

export const MONTHLY_AWARD: Job<MonthlyAwardDeps> = {
  name: 'award-monthly-all',
  cron: '0 0 1 * *',
  about: 'Give everybody their drops for this month',
  makeUpDays: 7,
  run: async (deps) => {
    const run = await awardEverybody(deps);
    return requireAllDone(run, run.results.failed === 0);
  },
};
