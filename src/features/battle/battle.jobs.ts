import { type Job, requireAllDone } from '../../platform/jobs/job.ts';
import type { BattleDeps } from './battle.actions.ts';
import { runWeekly } from './weekly.actions.ts';

/** At midnight the week begins, and at noon the last one is over everywhere. */
export const WEEKLY_BATTLE: Job<BattleDeps> = {
  name: 'generate-weekly',
  cron: '0 0,12 * * 1',
  about: 'Open the battle of the week, and execute those of earlier ones',
  makeUpDays: 7,
  run: async (deps) => {
    const run = await runWeekly(deps);
    return requireAllDone(run, run.results.errors.length === 0);
  },
};
