import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import { CompetitionBody } from '../competition/competition.schema.ts';
import type { CompetitionDeps } from '../deps.ts';
import { recomputeCompetition } from './scoring.actions.ts';

export function scoringAdminRoutes(deps: CompetitionDeps): Routes {
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
