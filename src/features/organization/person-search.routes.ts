import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import type { RequestLimits } from '../../platform/http/limits/rate-limit.ts';
import type { OrganizationDeps } from './organization.actions.ts';
import { searchPeople } from './person-search.actions.ts';
import { FoundPeople, PersonQuery } from './person-search.schema.ts';

export type PersonSearchRoutesDeps = OrganizationDeps & { requestLimits: Pick<RequestLimits, 'countHourly'> };

export function personSearchRoutes(deps: PersonSearchRoutesDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/users/search',
      {
        schema: {
          tags: ['Account'],
          operationId: 'searchUsers',
          summary: 'Search users',
          description:
            'Finds a user by full e-mail address, or by a part of the name among users of your organizations. Returns at most ten users.',
          querystring: PersonQuery,
          response: { 200: FoundPeople },
        },
      },
      async (request, reply) => {
        // Who asks for many addresses wants to know which of them have an account.
        if (request.query.q.includes('@')) await deps.requestLimits.countHourly(request, reply, 'peopleByAddress');
        return { users: await searchPeople(deps, actorOf(request), request.query), next_cursor: null };
      },
    );
  };
}
