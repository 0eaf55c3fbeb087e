import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { ChainDeps } from '../deps.ts';
import { matchOwnGroup } from './matching.actions.ts';
import { ChainDate, Matching } from './matching.schema.ts';

export function matchingRoutes(deps: ChainDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.post(
      '/api/workout-window/generate-chains',
      {
        config: { quotaPerHour: 6 },
        schema: {
          tags: ['Workout window'],
          operationId: 'matchGroup',
          summary: 'Match the chains of your group',
          description:
            'The date must be at most seven days ahead. Chains are also matched each night and after every change of a window. Matching again changes nothing.',
          body: ChainDate,
          errors: ['chain.date-out-of-range'],
          response: { 200: Matching },
        },
      },
      async (request) => matchOwnGroup(deps, actorOf(request), request.body),
    );
  });
}
