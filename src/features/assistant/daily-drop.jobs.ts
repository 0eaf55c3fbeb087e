import { type Help, type Job, requireAllDone } from '../../platform/jobs/job.ts';
import {
  type DailyDropDeps,
  helpToSendDailyDrops,
  isDayOver,
  SEND_DAILY_DROPS,
  sendDailyDrops,
} from './daily-drop.actions.ts';

/** Seven hours after the notes were analyzed, which the drops are about. */
export const DAILY_DROPS: Job<DailyDropDeps> = {
  name: SEND_DAILY_DROPS,
  cron: '0 9 * * *',
  about: 'Send everybody who wants that the drop of the day',
  makeUpDays: 1,
  run: async (deps, tick) => {
    if (isDayOver(deps, tick)) return { message: 'That day is over.' };
    const run = await sendDailyDrops(deps);
    return requireAllDone(run, run.is_complete && run.results.failed === 0);
  },
};

export const DAILY_DROP_HELP: Help<DailyDropDeps> = { job: SEND_DAILY_DROPS, run: helpToSendDailyDrops };
