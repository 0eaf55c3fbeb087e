import { type Job, requireAllDone } from '../../platform/jobs/job.ts';
import { type DailyDropDeps, sendDailyDrops } from './daily-drop.actions.ts';

/** Seven hours after the notes were analyzed, which the drops are about. */
export const DAILY_DROPS: Job<DailyDropDeps> = {
  name: 'generate-daily-drops',
  cron: '0 9 * * *',
  about: 'Send everybody who wants that the drop of the day',
  makeUpDays: 0,
  run: async (deps) => {
    const run = await sendDailyDrops(deps);
    return requireAllDone(run, run.results.failed === 0);
  },
};
