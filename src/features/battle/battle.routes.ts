import { actorOf } from '../../platform/http/actor.ts';
import type { Routes } from '../../platform/http/audience.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { type BattleDeps, executeBattle, readBattleWeek } from './battle.actions.ts';
import { WEEKLY_BATTLE } from './battle.jobs.ts';
import { BattleHistory, BattleWeek, Execution, WeekInPath, WeeklyRun } from './battle.schema.ts';
import { readHistory } from './history.actions.ts';
import { runWeekly } from './weekly.actions.ts';

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

export function battleJobRoutes(deps: BattleDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/battle/cron/generate-weekly',
      {
        config: { secretsOf: 'workout-window', job: WEEKLY_BATTLE },
        schema: {
          description: 'The week begins on Monday at 00:00 UTC; the last one is over everywhere at 12:00 UTC.',
          response: { 200: WeeklyRun },
        },
      },
      async () => runWeekly(deps),
    );
  };
}
