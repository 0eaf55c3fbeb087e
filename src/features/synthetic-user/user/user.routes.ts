import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { SyntheticUserDeps } from '../deps.ts';
import { SyntheticUserBody, SyntheticUserList, Toggle } from '../synthetic-user.schema.ts';
import { listUsers, removeUser, toggleUser } from './user.actions.ts';

const tags = ['Administration'];

export function syntheticUserRoutes(deps: SyntheticUserDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/workout-window/admin/ai-users',
      {
        schema: {
          tags,
          operationId: 'listSyntheticUsers',
          summary: 'List synthetic users',
          querystring: PageQuery,
          response: { 200: SyntheticUserList },
        },
      },
      async (request) => listUsers(deps, request.query),
    );

    scope.put(
      '/api/workout-window/admin/ai-users/:id/toggle',
      {
        schema: {
          tags,
          operationId: 'toggleSyntheticUser',
          summary: 'Enable or disable a synthetic user',
          description: "A user who has checked in today remains in today's chain. Past days are kept.",
          params: IdInPath,
          body: Toggle,
          errors: ['synthetic-user.not-found'],
          response: { 200: SyntheticUserBody },
        },
      },
      async (request) => ({ user: await toggleUser(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.delete(
      '/api/workout-window/admin/ai-users/:id',
      {
        schema: {
          tags,
          operationId: 'deleteSyntheticUser',
          summary: 'Delete a synthetic user',
          description: 'Check-ins, chips and chain positions of past days are deleted as well.',
          params: IdInPath,
          errors: ['synthetic-user.in-charge', 'synthetic-user.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeUser(deps, actorOf(request), request.params.id);
        return { message: 'The synthetic user and all their data are deleted.' };
      },
    );
  });
}
