import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { OverviewDeps } from '../deps.ts';
import { readToday } from './today.actions.ts';
import { Today } from './today.schema.ts';

export function todayRoutes(deps: OverviewDeps): Routes {
  return openToTokens(['journal:read', 'goals', 'wellbeing', 'workout', 'drops'], (scope) => {
    scope.get(
      '/api/today',
      {
        schema: {
          tags: ['Account'],
          operationId: 'getToday',
          summary: 'Get your day',
          description:
            'Returns your date, workout window, chain, squad, goals, entries and unread counts in one request. Parts that you do not have are null or empty.',
          response: { 200: Today },
        },
      },
      async (request) => readToday(deps, actorOf(request)),
    );
  });
}
