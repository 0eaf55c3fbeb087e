import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { UsageDeps } from './deps.ts';
import { readUsage } from './usage.actions.ts';
import { MonthQuery, UsageSummary } from './usage.schema.ts';

export function usageRoutes(deps: UsageDeps): Routes {
  return openToTokens({ read: 'profile:read' }, (scope) => {
    scope.get(
      '/api/token-usage/summary',
      {
        schema: {
          tags: ['AI'],
          operationId: 'getTokenUsage',
          summary: 'Get your AI usage',
          description: 'Returns tokens and cost of one calendar month (UTC). Images have a cost but use no tokens.',
          querystring: MonthQuery,
          errors: ['usage.month-incomplete'],
          response: { 200: UsageSummary },
        },
      },
      async (request) => readUsage(deps, actorOf(request), request.query),
    );
  });
}
