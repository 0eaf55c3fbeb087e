import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
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
          summary: 'List people',
          description:
            'Blocked and synthetic people, too, with what each has used of the AI in this calendar month (UTC). Reading them is written to the audit log.',
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
          summary: 'Read a person',
          description: 'As in the list. Reading it is written to the audit log.',
          params: IdInPath,
          response: { 200: UserBody },
        },
      },
      async (request) => ({ user: await readUser(deps, actorOf(request), request.params.id) }),
    );
  };
}
