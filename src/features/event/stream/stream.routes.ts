import { actorOf } from '#access/actor.ts';
import type { AppParts } from '#access/feature.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { EventDeps } from '../deps.ts';
import { accessOfRequest, followEvents } from './stream.actions.ts';
import { DESCRIPTION_OF_KINDS, StreamHeaders, StreamQuery, StreamText } from './stream.schema.ts';

const tags = ['Events'];

export function streamRoutes(deps: EventDeps, { eventStreams }: Pick<AppParts, 'eventStreams'>): Routes {
  return openToTokens('events', (scope) => {
    scope.get(
      '/api/events',
      {
        config: { isStream: true, admitsTicket: true, refusedWhileImpersonating: true },
        exposeHeadRoute: false,
        schema: {
          tags,
          operationId: 'streamEvents',
          summary: 'Stream events',
          description: [
            'The response is a stream of server-sent events, as `EventSource` reads them. An event tells what to load again, by ids. Each arrives once and in one order, also after a reconnect with `Last-Event-ID` within an hour; else the stream begins with `reset`.',
            'A stream stays open until the session ends, however often the access token changes. With an external identity provider it ends with the access token. The last event of a stream that the server ends is `closed`.',
            `Kinds:\n\n${DESCRIPTION_OF_KINDS}`,
          ].join('\n\n'),
          headers: StreamHeaders,
          querystring: StreamQuery,
          errors: [
            'events.draining',
            'events.node-full',
            'events.ticket-invalid',
            'events.too-many-streams',
            'events.too-many-streams-of-network',
            'events.unavailable',
          ],
          response: { 200: StreamText },
        },
      },
      async (request, reply) => {
        const { ticket, last_event_id: idOfQuery } = request.query;
        const access = await accessOfRequest(deps, actorOf(request), { ticket, token: request.accessToken });
        const lastEventId = request.headers['last-event-id'] ?? idOfQuery;
        await followEvents(deps, access, lastEventId, (opening) =>
          eventStreams.open(reply, { owner: access.userId, ...opening }),
        );
        return reply;
      },
    );
  });
}
