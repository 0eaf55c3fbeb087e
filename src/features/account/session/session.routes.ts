import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { AccountDeps } from '../deps.ts';
import { listOwnSessions, revokeOtherSessions, revokeSession } from './session.actions.ts';
import { RevokedSessions, SessionList } from './session.schema.ts';

const tags = ['Account'];

export function sessionRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/sessions',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'listSessions',
          summary: 'List your sessions',
          description:
            'Each sign-in starts a session. Last used first. With an external identity provider the list is empty: it keeps the sessions.',
          response: { 200: SessionList },
        },
      },
      async (request) => ({ sessions: await listOwnSessions(deps, actorOf(request), request.accessToken) }),
    );

    scope.delete(
      '/api/sessions/:id',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'revokeSession',
          summary: 'Revoke one of your sessions',
          description:
            'Signs out the device. Its access tokens are refused from the next request on. Another session than that of the request needs a sign-in within the last 10 minutes.',
          params: IdInPath,
          errors: ['identity.session-not-fresh', 'session.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await revokeSession(deps, actorOf(request), request.accessToken, request.params.id);
        return { message: 'The session is revoked.' };
      },
    );

    scope.delete(
      '/api/sessions',
      {
        config: { requiresFreshSession: true, refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'revokeOtherSessions',
          summary: 'Revoke your other sessions',
          description: 'Signs out all devices but this one.',
          response: { 200: RevokedSessions },
        },
      },
      async (request) => ({ revoked: await revokeOtherSessions(deps, actorOf(request), request.accessToken) }),
    );
  };
}
