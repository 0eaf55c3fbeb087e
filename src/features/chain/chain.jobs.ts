import { type Job, requireAllDone } from '../../platform/jobs/job.ts';
import { type ChainDeps, matchEverybody } from './chain.actions.ts';

export const CHAIN_MATCHING: Job<ChainDeps> = {
  name: 'generate-chains',
  cron: '0 0 * * *',
  about: 'Match everybody for today and tomorrow',
  makeUpDays: 1,
  run: async (deps) => {
    const run = await matchEverybody(deps, {});
    return requireAllDone(run, run.today.success && run.tomorrow.success);
  },
};
