import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { BattleWeek, Execution, WeekInPath } from '../battle.schema.ts';
import type { BattleDeps } from '../deps.ts';
import { executeBattle, readBattleWeek } from './battle.actions.ts';

export function battleRoutes(deps: BattleDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.get(
      '/api/workout-window/battle/week/:weekStartDate',
      {
        schema: {
          tags: ['Workout window'],
          operationId: 'getBattle',
          summary: 'Get the battle of a week',
          description:
            'The week is named by its Monday. Chips and powers are live until the battle is executed, and final after that. Your part is always live.',
          params: WeekInPath,
          errors: ['battle.not-a-monday', 'battle.not-found'],
          response: { 200: BattleWeek },
        },
      },
      async (request) => readBattleWeek(deps, actorOf(request), request.params.weekStartDate),
    );
  });
}

export function battleExecutionRoutes(deps: BattleDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/battle/execute/:weekStartDate',
      {
        config: { secretsOf: 'workout-window' },
        schema: {
          tags: ['Jobs'],
          operationId: 'executeBattle',
          summary: 'Execute the battle of a week',
          description:
            'A battle can be executed from 12:00 UTC on the Monday after its week, when Sunday is over in all time zones. Executing it again returns the first result.',
          params: WeekInPath,
          errors: ['battle.not-a-monday', 'battle.not-found', 'battle.week-not-over'],
          response: { 200: Execution },
        },
      },
      async (request) => executeBattle(deps, request.actor, request.params.weekStartDate),
    );
  };
}
