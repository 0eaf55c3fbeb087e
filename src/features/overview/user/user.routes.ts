import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { OverviewDeps } from '../deps.ts';
import { readUser } from './user.actions.ts';
import { UserBody } from './user.schema.ts';

export function userRoutes(deps: OverviewDeps): Routes {
  return openToTokens({ read: 'profile:read' }, (scope) => {
    scope.get(
      '/api/users/:id',
      {
        schema: {
          tags: ['Account'],
          operationId: 'getKnownUser',
          summary: 'Get a user',
          description:
            'Returns a user that you know: by a common organization or team, a chain or squad, a drop between you, or an entry that you may see. Users who have blocked you and deactivated users are not found.',
          params: IdInPath,
          errors: ['user.not-found'],
          response: { 200: UserBody },
        },
      },
      async (request) => ({ user: await readUser(deps, actorOf(request), request.params.id) }),
    );
  });
}
