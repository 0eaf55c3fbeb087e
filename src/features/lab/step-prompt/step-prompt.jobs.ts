import { defineJob } from '#access/job.ts';
import { promptNextSteps } from './step-prompt.actions.ts';
import { StepPromptRun } from './step-prompt.schema.ts';

export const STEP_PROMPTS = defineJob({
  name: 'process-step-prompts',
  cron: '0 3 * * *',
  description: 'Prompt users with unfinished experiments for the next step',
  backfillDays: 0,
  run: promptNextSteps,
  isComplete: ({ results }) => results.failed === 0,
  nothing: () => ({ results: { prompted: 0, failed: 0, errors: [] } }),
  route: {
    path: '/api/lab/cron/process-step-prompts',
    secrets: 'lab',
    details:
      'Each user is prompted once in three days until the experiment ends, unless their preference `step_prompts` is false. A repeated call retries what failed.',
    response: StepPromptRun,
  },
});
