import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { OrganizationDeps } from '../deps.ts';
import { searchUsers } from './user-search.actions.ts';
import { FoundUsers, UserSearchQuery } from './user-search.schema.ts';

export function userSearchRoutes(deps: OrganizationDeps): Routes {
  return openToTokens('groups', (scope) => {
    scope.get(
      '/api/users/search',
      {
        schema: {
          tags: ['Account'],
          operationId: 'searchUsers',
          summary: 'Search users',
          description:
            'Finds a user by full e-mail address, or by a part of the name among users of your organizations. Returns at most ten users.',
          querystring: UserSearchQuery,
          response: { 200: FoundUsers },
        },
      },
      async (request, reply) => {
        // Limits the probing of email addresses for accounts.
        if (request.query.q.includes('@')) await deps.requestLimits.countHourly(request, reply, 'peopleByAddress');
        return { users: await searchUsers(deps, actorOf(request), request.query), next_cursor: null };
      },
    );
  });
}
