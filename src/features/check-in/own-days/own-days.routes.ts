import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { CheckInDeps } from '../deps.ts';
import { readOwnDays } from './own-days.actions.ts';
import { OwnDays, OwnDaysQuery } from './own-days.schema.ts';

export function ownDaysRoutes(deps: CheckInDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.get(
      '/api/workout-window/my-checkins',
      {
        schema: {
          tags: ['Workout window'],
          operationId: 'listOwnWorkoutCheckIns',
          summary: 'List your own check-ins with your streaks',
          description:
            'The oldest date comes first. A range has at most 366 days. `checkins` omits dates without a check-in, `days` has the state of each date. The streaks do not depend on the range.',
          querystring: OwnDaysQuery,
          errors: ['check-in.range-invalid'],
          response: { 200: OwnDays },
        },
      },
      async (request) => readOwnDays(deps, actorOf(request), request.query),
    );
  });
}
