import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { accessOfToken } from '../access/access.actions.ts';
import type { EventDeps } from '../deps.ts';
import { createTicket } from './ticket.actions.ts';
import { Ticket } from './ticket.schema.ts';

const tags = ['Events'];

export function ticketRoutes(deps: EventDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/events/ticket',
      {
        config: { refusedWhileImpersonating: true, isResponseSecret: true },
        schema: {
          tags,
          operationId: 'createEventTicket',
          summary: 'Create a ticket for events',
          description:
            'For `EventSource`, which sends no `Authorization` header, at a page of another origin. The ticket opens streams for one minute, as `GET /api/events?ticket=…`, and nothing else. A stream that it has opened stays open.',
          response: { 200: Ticket },
        },
      },
      async (request) => createTicket(deps, await accessOfToken(deps, actorOf(request), request.accessToken)),
    );
  };
}
