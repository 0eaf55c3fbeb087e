import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { OperationsDeps } from '../deps.ts';
import { listUsers, readUser } from './user-list.actions.ts';
import { UserBody, UserList, UserQuery } from './user-list.schema.ts';

const tags = ['Administration'];

export function userListRoutes(deps: OperationsDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/users',
      {
        schema: {
          tags,
          operationId: 'listUsers',
          summary: 'List users',
          description:
            'Includes inactive and synthetic users. Returns the AI usage of this calendar month (UTC). The request is written to the audit log.',
          querystring: UserQuery,
          response: { 200: UserList },
        },
      },
      async (request) => listUsers(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/admin/users/:id',
      {
        schema: {
          tags,
          operationId: 'getUser',
          summary: 'Get a user',
          description: 'The request is written to the audit log.',
          params: IdInPath,
          errors: ['account.not-found'],
          response: { 200: UserBody },
        },
      },
      async (request) => ({ user: await readUser(deps, actorOf(request), request.params.id) }),
    );
  });
}
