import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { MessageBody } from '../../platform/http/shapes.ts';
import {
  type ImpersonationDeps,
  listImpersonations,
  startImpersonation,
  stopImpersonation,
} from './impersonation.actions.ts';
import { ImpersonationList, NewImpersonation, StartedImpersonation } from './impersonation.schema.ts';

const tags = ['Administration'];

export function impersonationRoutes(deps: ImpersonationDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/admin/impersonate',
      {
        config: { isAnswerSecret: true },
        schema: {
          tags,
          summary: 'Act in the place of a person',
          description:
            'Gives a token that holds for 30 minutes, until it is stopped, or until one of the two is blocked or changes role. It opens what the person can do, but no route of administration, and none that is refused while impersonating. Each request with it is written to the audit log.',
          body: NewImpersonation,
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
          summary: 'List who has acted in whose place, and why',
          querystring: PageQuery,
          response: { 200: ImpersonationList },
        },
      },
      async (request) => listImpersonations(deps, request.query),
    );
  };
}

/** For whoever impersonates, who is no super admin meanwhile. */
export function stopImpersonationRoutes(deps: ImpersonationDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/admin/impersonate/stop',
      {
        schema: {
          tags,
          summary: 'Stop acting in the place of a person',
          description: 'Send the token of the impersonation: it is worthless on every node from then on.',
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await stopImpersonation(deps, actorOf(request));
        return { message: 'The impersonation is over. Go on with your own access token.' };
      },
    );
  };
}
