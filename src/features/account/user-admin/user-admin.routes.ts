import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { AccountDeps } from '../deps.ts';
import { changeRole, changeUser } from './user-admin.actions.ts';
import { RoleChange, UserBody, UserChange } from './user-admin.schema.ts';

const tags = ['Administration'];

export function userAdminRoutes(deps: AccountDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.put(
      '/api/admin/users/:id',
      {
        schema: {
          tags,
          operationId: 'updateUser',
          summary: 'Update a user',
          description:
            'Blocks or unblocks a user, or marks them as a classroom user. A blocked user gets 403 from the next request on, but can still sign in at the identity provider.',
          params: IdInPath,
          body: UserChange,
          errors: ['account.last-super-admin', 'account.not-found'],
          response: { 200: UserBody },
        },
      },
      async (request) => ({ user: await changeUser(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.put(
      '/api/admin/users/:id/role',
      {
        config: { requiresFreshSession: true },
        schema: {
          tags,
          operationId: 'updateUserRole',
          summary: 'Change the role of a user',
          description:
            'A promotion applies to access tokens issued after it, a demotion to the next request. The last super admin cannot be demoted.',
          params: IdInPath,
          body: RoleChange,
          errors: ['account.ai-cannot-administer', 'account.last-super-admin', 'account.not-found'],
          response: { 200: UserBody },
        },
      },
      async (request) => ({ user: await changeRole(deps, actorOf(request), request.params.id, request.body) }),
    );
  });
}
