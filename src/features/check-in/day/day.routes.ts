import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { DateInPath } from '#platform/http/shapes.ts';
import type { CheckInDeps } from '../deps.ts';
import { listCheckIns, readOwnDay, readTeamStats } from './day.actions.ts';
import { CheckInList, CheckInListQuery, OwnDayBody, TeamStatsBody } from './day.schema.ts';

const tags = ['Workout window'];

export function dayRoutes(deps: CheckInDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.get(
      '/api/workout-window/checkin/:date',
      {
        schema: {
          tags,
          operationId: 'getWorkoutDay',
          summary: 'Get your check-in of a date',
          params: DateInPath,
          response: { 200: OwnDayBody },
        },
      },
      async (request) => readOwnDay(deps, actorOf(request), request.params.date),
    );

    scope.get(
      '/api/workout-window/checkins/:date',
      {
        schema: {
          tags,
          operationId: 'listWorkoutCheckIns',
          summary: 'List all check-ins of a date',
          description: 'Photos are included for users in your chain and squad, coordinates only for yourself.',
          params: DateInPath,
          querystring: CheckInListQuery,
          response: { 200: CheckInList },
        },
      },
      async (request) => listCheckIns(deps, actorOf(request), request.params.date, request.query),
    );

    scope.get(
      '/api/workout-window/team-stats/:date',
      {
        schema: {
          tags,
          operationId: 'getTeamStats',
          summary: 'Get the scores of both teams on a date',
          description: 'Chips count once their check-in is verified.',
          params: DateInPath,
          response: { 200: TeamStatsBody },
        },
      },
      async (request) => readTeamStats(deps, request.params.date),
    );
  });
}
