import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { OverviewDeps } from '../deps.ts';
import { readMe } from './me.actions.ts';
import { Me } from './me.schema.ts';

export function meRoutes(deps: OverviewDeps): Routes {
  return openToTokens(['profile:read', 'groups', 'workout'], (scope) => {
    scope.get(
      '/api/me',
      {
        // The profile holds the journal address.
        config: { isResponseSecret: true },
        schema: {
          tags: ['Account'],
          operationId: 'getMe',
          summary: 'Get what is yours',
          description:
            'Returns your profile, counts of unread messages, subscription, groups and workout window in one request.',
          response: { 200: Me },
        },
      },
      async (request) => readMe(deps, actorOf(request)),
    );
  });
}
