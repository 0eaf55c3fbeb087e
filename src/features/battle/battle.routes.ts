import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
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
          summary: 'Read the battle of a week',
          description:
            'Named by its Monday. Until it is executed, chips and powers are those of this moment; then, those it was fought with.',
          params: WeekInPath,
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
          summary: 'List the battles that were fought',
          description: 'Those of the latest weeks first, with what you have given in all.',
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
          summary: 'Execute the battle of a week',
          description:
            'From 12:00 UTC of the Monday after the week on, when Sunday is over everywhere. Done again, it answers what it answered first.',
          params: WeekInPath,
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
