import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../access/actor.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { sendPage } from '../../platform/http/served-page.ts';
import type { HttpScope } from '../../platform/http/server.ts';
import { MessageBody } from '../../platform/http/shapes.ts';
import {
  beginConnection,
  type ConnectionDeps,
  confirmStart,
  endConnection,
  readConnectedPage,
  type Step,
  showStart,
} from './connection.actions.ts';
import { ConnectedQuery, ConnectionBody, ConnectionQuery, Page, StartQuery } from './connection.schema.ts';

const tags = ['Music'];
const produces = ['text/html'];

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
            'Open the address in the browser in which you will allow it, and show it to nobody: what is allowed there goes to your account. 500 `music.not-configured` where this server knows no music service.',
          response: { 200: ConnectionBody },
        },
      },
      async (request) => beginConnection(deps, actorOf(request)),
    );
  };
}

/** In bytes. The address of the form says everything. */
const BODY_LIMIT = 4 * 1024;

export function publicConnectionRoutes(deps: ConnectionDeps): Routes {
  const isSecure = deps.publicUrl.startsWith('https:');
  const cookiesOf = (request: FastifyRequest) => (name: string) => readCookie(request, name, isSecure);

  function takeStep(reply: FastifyReply, step: Step): FastifyReply {
    if ('address' in step) {
      const message = `Go on at ${step.address}.`;
      return reply.status(302).header('location', step.address).send({ message });
    }
    setCookie(reply, step.cookie, isSecure);
    // No redirect: browsers hold where a form leads against the policy of its page, at each hop of the music service.
    if (step.leadsTo !== undefined) reply.header('refresh', `0; url=${step.leadsTo}`);
    return sendPage(reply, step.page);
  }

  return (scope) => {
    scope.register(async (pages: HttpScope) => {
      // Browsers send forms of several kinds, and none of them is looked at.
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));

      pages.get(
        '/api/music/start',
        {
          schema: {
            tags,
            produces,
            summary: 'See whose account music is connected to',
            description:
              'Where `GET /api/music/connect` leads: a page with a button. It marks the browser, and nothing else. An address that is not good any more leads to `/api/music/connected`.',
            querystring: StartQuery,
            response: { 200: Page, 302: MessageBody },
          },
        },
        async (request, reply) => takeStep(reply, await showStart(deps, request.query)),
      );

      pages.post(
        '/api/music/start',
        {
          bodyLimit: BODY_LIMIT,
          schema: {
            tags,
            produces,
            summary: 'Go on to the music service',
            description:
              'The button of that page. It works in the browser that was shown it, which then may come back. Leads to `/api/music/connected` where it does not.',
            querystring: StartQuery,
            response: { 200: Page, 302: MessageBody },
          },
        },
        async (request, reply) => takeStep(reply, await confirmStart(deps, request.query, cookiesOf(request))),
      );
    });

    scope.get(
      '/api/music/callback',
      {
        schema: {
          tags,
          summary: 'Come back from the music service',
          description:
            'Browsers are sent here by the music service, and on to `/api/music/connected` with `?music=connected`, or `?music=failed` and a `reason`: `state-invalid`, `other-browser`, `denied`, `refused`, `code-missing`, `scope-missing`, `account-blocked`, `not-configured`, `unavailable`, `timeout`, `bad-answer`, `rate-limited` or `paused`.',
          querystring: ConnectionQuery,
          response: { 302: MessageBody },
        },
      },
      async (request, reply) => {
        const address = await endConnection(deps, request.query, cookiesOf(request));
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
          produces,
          summary: 'See how connecting your music account went',
          description: 'The page that browsers end on. It says what the query says, in words of its own.',
          querystring: ConnectedQuery,
          response: { 200: Page },
        },
      },
      async (request, reply) => sendPage(reply, readConnectedPage(request.query)),
    );
  };
}
