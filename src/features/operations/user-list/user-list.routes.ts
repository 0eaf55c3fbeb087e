import { actorOf } from '../../../access/actor.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../../platform/http/shapes.ts';
import { listUsers, readUser, type UserListDeps } from './user-list.actions.ts';
import { UserBody, UserList, UserQuery } from './user-list.schema.ts';

const tags = ['Administration'];

export function userListRoutes(deps: UserListDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/admin/users',
      {
        schema: {
          tags,
          operationId: 'listUsers',
          summary: 'List users',
          description:
            'Returns blocked and synthetic users as well, with the AI usage of this calendar month (UTC). The request is written to the audit log.',
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
  };
}
