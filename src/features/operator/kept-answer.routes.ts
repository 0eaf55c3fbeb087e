import type { Routes } from '../../platform/http/guarded-routes.ts';
import { forgetAnswers, type KeptAnswerDeps } from './kept-answer.actions.ts';
import { ANSWER_FORGETTING } from './kept-answer.jobs.ts';
import { KeptAnswerRun } from './kept-answer.schema.ts';

export function keptAnswerJobRoutes(deps: KeptAnswerDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/cron/forget-answers',
      {
        config: { secretsOf: 'housekeeping', job: ANSWER_FORGETTING },
        schema: { response: { 200: KeptAnswerRun } },
      },
      async () => forgetAnswers(deps),
    );
  };
}
