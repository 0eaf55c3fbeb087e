import { actorOf } from '../../access/actor.ts';
import { bearerTokenOf } from '../../access/bearer.ts';
import type { EventStreams } from '../../platform/http/event-streams.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type EventDeps, followNotices } from './event.actions.ts';
import { EventHeaders, EventText } from './event.schema.ts';

const tags = ['Notices'];

export function eventRoutes(deps: EventDeps & { eventStreams: EventStreams }): Routes {
  return (scope) => {
    scope.get(
      '/api/events',
      {
        config: { staysOpen: true, refusedWhileImpersonating: true },
        exposeHeadRoute: false,
        schema: {
          tags,
          summary: 'Hear of new notifications as they come',
          description:
            'An answer that goes on. It ends when the access token runs out: connect again with a fresh one, and with ' +
            '`Last-Event-ID`. An event can come twice; its `id` is that of the notification.',
          headers: EventHeaders,
          response: { 200: EventText },
        },
      },
      async (request, reply) => {
        const owner = actorOf(request);
        const caller = { token: bearerTokenOf(request), lastEventId: request.headers['last-event-id'] };
        await followNotices(deps, owner, caller, (mayGoOn) =>
          deps.eventStreams.open(reply, { owner: owner.userId, mayGoOn }),
        );
        return reply;
      },
    );
  };
}
