import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { DateInPath } from '#platform/http/shapes.ts';
import type { CheckInDeps } from '../deps.ts';
import { readChain, readSquad } from './neighbours.actions.ts';
import { ChainBody, SquadBody } from './neighbours.schema.ts';

const tags = ['Workout window'];

export function neighbourRoutes(deps: CheckInDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.get(
      '/api/workout-window/chain/:date',
      {
        schema: {
          tags,
          operationId: 'getChain',
          summary: 'Get your chain of a date',
          description: 'Returns the users before and after you, and all check-ins of your chain and squad.',
          params: DateInPath,
          response: { 200: ChainBody },
        },
      },
      async (request) => readChain(deps, actorOf(request), request.params.date),
    );

    scope.get(
      '/api/workout-window/squad/:date',
      {
        schema: {
          tags,
          operationId: 'getSquad',
          summary: 'Get your squad of a date',
          params: DateInPath,
          response: { 200: SquadBody },
        },
      },
      async (request) => readSquad(deps, actorOf(request), request.params.date),
    );
  });
}
