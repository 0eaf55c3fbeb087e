import { actorOf } from '../../../access/actor.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../../platform/http/pagination.ts';
import { BattleHistory, BattleWeek, Execution, WeekInPath } from '../battle.schema.ts';
import { readHistory } from '../history/history.actions.ts';
import { type BattleDeps, executeBattle, readBattleWeek } from './battle.actions.ts';

const tags = ['Workout window'];

export function battleRoutes(deps: BattleDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/workout-window/battle/week/:weekStartDate',
      {
        schema: {
          tags,
          operationId: 'getBattle',
          summary: 'Get the battle of a week',
          description:
            'The week is named by its Monday. Chips and powers are live until the battle is executed, and final after that.',
          params: WeekInPath,
          errors: ['battle.not-a-monday', 'battle.not-found'],
          response: { 200: BattleWeek },
        },
      },
      async (request) => readBattleWeek(deps, request.params.weekStartDate),
    );

    scope.get(
      '/api/workout-window/battle/history',
      {
        schema: {
          tags,
          operationId: 'listBattles',
          summary: 'List executed battles',
          description: 'The newest weeks come first. The response includes your total contribution.',
          querystring: PageQuery,
          response: { 200: BattleHistory },
        },
      },
      async (request) => readHistory(deps, actorOf(request), request.query),
    );
  };
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
