import { actorOf } from '../../../access/actor.ts';
import type { AppParts } from '../../../access/feature.ts';
import { openToTokens } from '../../../access/token-guard.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import type { NotificationDeps } from '../deps.ts';
import { followNotifications } from './stream.actions.ts';
import { StreamHeaders, StreamText } from './stream.schema.ts';

const tags = ['Notifications'];

export function streamRoutes(deps: NotificationDeps, { eventStreams }: Pick<AppParts, 'eventStreams'>): Routes {
  return openToTokens('events', (scope) => {
    scope.get(
      '/api/events',
      {
        config: { isStream: true, refusedWhileImpersonating: true },
        exposeHeadRoute: false,
        schema: {
          tags,
          operationId: 'streamNotifications',
          summary: 'Stream new notifications',
          description:
            'The response is a stream of server-sent events. It ends when the access token expires: reconnect with a new one and with `Last-Event-ID`. An event can arrive twice; its `id` is that of the notification.',
          headers: StreamHeaders,
          errors: [
            'events.draining',
            'events.node-full',
            'events.too-many-streams',
            'events.too-many-streams-of-network',
            'events.unavailable',
          ],
          response: { 200: StreamText },
        },
      },
      async (request, reply) => {
        const owner = actorOf(request);
        const caller = { token: request.accessToken, lastEventId: request.headers['last-event-id'] };
        await followNotifications(deps, owner, caller, (shouldContinue) =>
          eventStreams.open(reply, { owner: owner.userId, shouldContinue }),
        );
        return reply;
      },
    );
  });
}
