import type { Routes } from '../../platform/http/guarded-routes.ts';
import { promptNextSteps, type StepPromptDeps } from './step-prompt.actions.ts';
import { STEP_PROMPTS } from './step-prompt.jobs.ts';
import { StepPromptRun } from './step-prompt.schema.ts';

export function stepPromptJobRoutes(deps: StepPromptDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/cron/process-step-prompts',
      {
        config: { secretsOf: 'lab', job: STEP_PROMPTS },
        schema: {
          description:
            'Each of them once in three days until they have ended it, unless they have set the preference `step_prompts` to false. Called again, it makes up for what failed.',
          response: { 200: StepPromptRun },
        },
      },
      async () => promptNextSteps(deps),
    );
  };
}
