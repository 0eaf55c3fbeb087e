import { type Job, requireAllDone } from '../../platform/jobs/job.ts';
import { type SponsorLetterDeps, writeSponsorLetters } from './sponsor-letter.actions.ts';

export const SPONSOR_LETTERS: Job<SponsorLetterDeps> = {
  name: 'sponsor-outreach-digest',
  cron: '0 9 * * 1',
  about: 'Write sponsors a letter about the week in the lab',
  makeUpDays: 6,
  run: async (deps) => {
    const run = await writeSponsorLetters(deps);
    return requireAllDone(run, run.results.failed === 0);
  },
};
