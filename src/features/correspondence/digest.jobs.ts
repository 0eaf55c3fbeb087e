import { type Job, requireAllDone } from '../../platform/jobs/job.ts';
import { type DigestDeps, writeDigests } from './digest.actions.ts';

export const WEEKLY_DIGEST: Job<DigestDeps> = {
  name: 'weekly-digest',
  cron: '0 7 * * 1',
  about: 'Write people letters about their week',
  makeUpDays: 6,
  run: async (deps) => {
    const run = await writeDigests(deps);
    return requireAllDone(run, run.results.failed === 0);
  },
};
