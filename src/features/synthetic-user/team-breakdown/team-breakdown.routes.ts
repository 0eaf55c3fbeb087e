import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { DateInPath } from '#platform/http/shapes.ts';
import type { SyntheticUserDeps } from '../deps.ts';
import { readBreakdown } from './team-breakdown.actions.ts';
import { DayBreakdown, SquadQuery } from './team-breakdown.schema.ts';

export function teamBreakdownRoutes(deps: SyntheticUserDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/workout-window/admin/teams/:date',
      {
        schema: {
          tags: ['Administration'],
          operationId: 'getTeamBreakdown',
          summary: 'Get the share of synthetic users in the teams and squads of a date',
          params: DateInPath,
          querystring: SquadQuery,
          response: { 200: DayBreakdown },
        },
      },
      async (request) => readBreakdown(deps, request.params.date, request.query),
    );
  });
}
