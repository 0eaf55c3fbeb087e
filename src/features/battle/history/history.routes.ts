import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { BattleHistory } from '../battle.schema.ts';
import type { BattleDeps } from '../deps.ts';
import { readHistory } from './history.actions.ts';

export function historyRoutes(deps: BattleDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.get(
      '/api/workout-window/battle/history',
      {
        schema: {
          tags: ['Workout window'],
          operationId: 'listBattles',
          summary: 'List executed battles',
          description: 'The newest weeks come first. The response includes your total contribution.',
          querystring: PageQuery,
          response: { 200: BattleHistory },
        },
      },
      async (request) => readHistory(deps, actorOf(request), request.query),
    );
  });
}
