import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { changePerson, changeRole, type PersonAdministrationDeps } from './person-administration.actions.ts';
import { PersonBody, PersonChange, RoleChange } from './person-administration.schema.ts';

const tags = ['Administration'];

export function personAdministrationRoutes(deps: PersonAdministrationDeps): Routes {
  return (scope) => {
    scope.put(
      '/api/admin/users/:id',
      {
        schema: {
          tags,
          summary: 'Block a person or let them in again, or say whether they are in a classroom',
          description:
            'Whoever is blocked gets 403 from their next request on. They can still sign in at the identity provider.',
          params: IdInPath,
          body: PersonChange,
          response: { 200: PersonBody },
        },
      },
      async (request) => ({ user: await changePerson(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.put(
      '/api/admin/users/:id/role',
      {
        schema: {
          tags,
          summary: 'Give a person a role',
          description:
            'A promotion counts for access tokens that are issued after it, a demotion at the next request. The last super admin stays one.',
          params: IdInPath,
          body: RoleChange,
          response: { 200: PersonBody },
        },
      },
      async (request) => ({ user: await changeRole(deps, actorOf(request), request.params.id, request.body) }),
    );
  };
}
