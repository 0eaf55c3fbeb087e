import { type Job, requireAllDone } from '../../platform/jobs/job.ts';
import { promptNextSteps, type StepPromptDeps } from './step-prompt.actions.ts';

export const STEP_PROMPTS: Job<StepPromptDeps> = {
  name: 'process-step-prompts',
  cron: '0 3 * * *',
  about: 'Tell people with an unfinished experiment what its next step is',
  makeUpDays: 0,
  run: async (deps) => {
    const run = await promptNextSteps(deps);
    return requireAllDone(run, run.results.failed === 0);
  },
};
