import { actorOf } from '../../platform/http/actor.ts';
import type { Routes } from '../../platform/http/audience.ts';
import { sendPage } from '../../platform/http/served-page.ts';
import { MessageBody } from '../../platform/http/shapes.ts';
import { beginConnection, type ConnectionDeps, endConnection, readConnectedPage } from './connection.actions.ts';
import { ConnectedPage, ConnectedQuery, ConnectionBody, ConnectionQuery } from './connection.schema.ts';

const tags = ['Music'];

export function connectionRoutes(deps: ConnectionDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/music/connect',
      {
        config: { costly: 'music', refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Begin to connect your music account',
          description:
            'Open the address in a browser, and show it to nobody: what is allowed there goes to your account. 500 `music.not-configured` where this server knows no music service.',
          response: { 200: ConnectionBody },
        },
      },
      async (request) => beginConnection(deps, actorOf(request)),
    );
  };
}

export function publicConnectionRoutes(deps: ConnectionDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/music/callback',
      {
        schema: {
          tags,
          summary: 'Come back from the music service',
          description:
            'Browsers are sent here by the music service, and on to `/api/music/connected` with `?music=connected`, or `?music=failed` and a `reason`: `state-invalid`, `denied`, `refused`, `code-missing`, `scope-missing`, `account-blocked`, `not-configured`, `unavailable`, `timeout`, `bad-answer`, `rate-limited` or `paused`.',
          querystring: ConnectionQuery,
          response: { 302: MessageBody },
        },
      },
      async (request, reply) => {
        const address = await endConnection(deps, request.query);
        return reply
          .status(302)
          .header('location', address)
          .send({ message: `Go on at ${address}.` });
      },
    );

    scope.get(
      '/api/music/connected',
      {
        schema: {
          tags,
          produces: ['text/html'],
          summary: 'See how connecting your music account went',
          description: 'The page that browsers end on. It says what the query says, in words of its own.',
          querystring: ConnectedQuery,
          response: { 200: ConnectedPage },
        },
      },
      async (request, reply) => sendPage(reply, readConnectedPage(request.query)),
    );
  };
}
