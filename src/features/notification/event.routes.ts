import { actorOf } from '../../platform/http/actor.ts';
import type { Routes } from '../../platform/http/audience.ts';
import { bearerTokenOf } from '../../platform/http/bearer.ts';
import type { EventStreams } from '../../platform/http/event-streams.ts';
import { type EventDeps, followNotices } from './event.actions.ts';
import { EventHeaders, EventText } from './event.schema.ts';

const tags = ['Notifications'];

export function eventRoutes(deps: EventDeps & { eventStreams: EventStreams }): Routes {
  return (scope) => {
    scope.get(
      '/api/events',
      {
        config: { staysOpen: true, refusedWhileImpersonating: true },
        exposeHeadRoute: false,
        schema: {
          tags,
          operationId: 'streamNotifications',
          summary: 'Stream new notifications',
          description:
            'The response is a stream of server-sent events. It ends when the access token expires: reconnect with a new one and with `Last-Event-ID`. An event can arrive twice; its `id` is that of the notification.',
          headers: EventHeaders,
          errors: [
            'events.draining',
            'events.node-full',
            'events.too-many-streams',
            'events.too-many-streams-of-network',
            'events.unavailable',
          ],
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
