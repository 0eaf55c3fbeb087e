import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { readUsage, type UsageDeps } from './usage.actions.ts';
import { MonthAsked, UsageSummary } from './usage.schema.ts';

export function usageRoutes(deps: UsageDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/token-usage/summary',
      {
        schema: {
          tags: ['AI'],
          summary: 'Read what your calls to the AI used and cost',
          description: 'In a calendar month (UTC). Pictures cost, and use no tokens.',
          querystring: MonthAsked,
          response: { 200: UsageSummary },
        },
      },
      async (request) => readUsage(deps, actorOf(request), request.query),
    );
  };
}
