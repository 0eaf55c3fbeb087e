import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { MessageBody } from '#platform/http/shapes.ts';
import type { AccountDeps } from '../deps.ts';
import { listImpersonations, startImpersonation, stopImpersonation } from './impersonation.actions.ts';
import { ImpersonationList, NewImpersonation, StartedImpersonation } from './impersonation.schema.ts';

const tags = ['Administration'];

export function impersonationRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/admin/impersonate',
      {
        config: { isResponseSecret: true },
        schema: {
          tags,
          operationId: 'startImpersonation',
          summary: 'Start an impersonation',
          description:
            'Returns an access token that is valid for 30 minutes, until it is stopped, or until either user is blocked or changes role. It gives access to what the user can do, except to administration and to operations refused while impersonating. Each request with it is written to the audit log.',
          body: NewImpersonation,
          errors: [
            'impersonation.target-is-blocked',
            'impersonation.target-is-oneself',
            'impersonation.target-is-super-admin',
            'impersonation.target-unknown',
          ],
          response: { 201: StartedImpersonation },
        },
      },
      async (request, reply) => reply.status(201).send(await startImpersonation(deps, actorOf(request), request.body)),
    );

    scope.get(
      '/api/admin/impersonation-logs',
      {
        schema: {
          tags,
          operationId: 'listImpersonations',
          summary: 'List impersonations',
          querystring: PageQuery,
          response: { 200: ImpersonationList },
        },
      },
      async (request) => listImpersonations(deps, request.query),
    );
  };
}

/** For members: an impersonator has no super admin permissions. */
export function stopImpersonationRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/admin/impersonate/stop',
      {
        schema: {
          tags,
          operationId: 'stopImpersonation',
          summary: 'Stop an impersonation',
          description: 'Send the impersonation token as access token. It is invalid on every node from then on.',
          errors: ['impersonation.not-under-way'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await stopImpersonation(deps, actorOf(request));
        return { message: 'The impersonation has ended. Use your own access token again.' };
      },
    );
  };
}
