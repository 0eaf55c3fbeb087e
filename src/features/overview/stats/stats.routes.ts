import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { OverviewDeps } from '../deps.ts';
import { readStats } from './stats.actions.ts';
import { Stats, StatsQuery } from './stats.schema.ts';

export function statsRoutes(deps: OverviewDeps): Routes {
  return openToTokens(['journal:read', 'goals', 'wellbeing', 'workout', 'drops'], (scope) => {
    scope.get(
      '/api/stats',
      {
        schema: {
          tags: ['Account'],
          operationId: 'getStats',
          summary: 'Get your statistics',
          description:
            'Sums up your own records of a range of at most 366 days, in your time zone (`preferences.timezone`).',
          querystring: StatsQuery,
          errors: ['stats.range-invalid'],
          response: { 200: Stats },
        },
      },
      async (request) => readStats(deps, actorOf(request), request.query),
    );
  });
}
