import { actorOf } from '../../platform/http/actor.ts';
import type { Routes } from '../../platform/http/audience.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import type { CompetitionDeps } from './competition.actions.ts';
import { CompetitionBody } from './competition.schema.ts';
import { recomputeCompetition, recomputeCompetitions, type ScoringDeps } from './scoring.actions.ts';
import { COMPETITION_SCORING } from './scoring.jobs.ts';
import { RecomputeRun } from './scoring.schema.ts';

export function scoringAdministrationRoutes(deps: CompetitionDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/admin/competitions/:id/recompute',
      {
        schema: {
          tags: ['Competitions'],
          operationId: 'recomputeCompetition',
          summary: 'Compute the scores of a competition',
          description: 'The competition need not be active or open. The request is written to the audit log.',
          params: IdInPath,
          errors: ['competition.not-found'],
          response: { 200: CompetitionBody },
        },
      },
      async (request) => ({ competition: await recomputeCompetition(deps, actorOf(request), request.params.id) }),
    );
  };
}

export function scoringJobRoutes(deps: ScoringDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/cron/lab/recompute-competitions',
      {
        config: { secretsOf: 'lab-competitions', takesBearerSecret: true, job: COMPETITION_SCORING },
        schema: {
          description: 'Each as a whole. Called again, it makes up for what failed.',
          response: { 200: RecomputeRun },
        },
      },
      async () => recomputeCompetitions(deps),
    );
  };
}
