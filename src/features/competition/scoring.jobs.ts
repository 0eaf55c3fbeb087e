import { type Job, requireAllDone } from '../../platform/jobs/job.ts';
import { recomputeCompetitions, type ScoringDeps } from './scoring.actions.ts';

export const COMPETITION_SCORING: Job<ScoringDeps> = {
  name: 'recompute-competitions',
  cron: '0 6 * * *',
  about: 'Compute the scores of every competition that is active and open for entry',
  makeUpDays: 1,
  run: async (deps) => {
    const run = await recomputeCompetitions(deps);
    return requireAllDone(run, run.results.failed === 0);
  },
};
