import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../access/actor.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { sendPage } from '../../platform/http/html-page/html-response.ts';
import type { HttpScope } from '../../platform/http/scope.ts';
import {
  beginConnection,
  type ConnectionDeps,
  confirmStart,
  endConnection,
  readConnectedPage,
  type Step,
  showStart,
} from './connection.actions.ts';
import {
  ConnectedQuery,
  ConnectionBody,
  ConnectionQuery,
  Page,
  RedirectBody,
  StartQuery,
} from './connection.schema.ts';

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
          operationId: 'connectMusicAccount',
          summary: 'Connect your music account',
          description:
            'Open the returned URL in the browser in which you will give consent. Keep the URL secret: consent given there connects to your account.',
          errors: ['music.not-configured'],
          response: { 200: ConnectionBody },
        },
      },
      async (request) => beginConnection(deps, actorOf(request)),
    );
  };
}

/** In bytes. The address of the form says everything. */
const MAX_BODY_BYTES = 4 * 1024;

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
            operationId: 'showMusicConsent',
            summary: 'Show the page that connects a music account',
            description:
              'The URL that `GET /api/music/connect` returns leads to this page. It shows whose account will be connected and has a button. An expired URL redirects to `/api/music/connected`.',
            querystring: StartQuery,
            response: { 200: Page, 302: RedirectBody },
          },
        },
        async (request, reply) => takeStep(reply, await showStart(deps, request.query)),
      );

      pages.post(
        '/api/music/start',
        {
          bodyLimit: MAX_BODY_BYTES,
          schema: {
            tags,
            produces,
            operationId: 'startMusicConnection',
            summary: 'Start connecting a music account',
            description:
              'The button on the page sends this form. The response redirects to the music service. It works only in the browser that opened the page; any other is redirected to `/api/music/connected`.',
            querystring: StartQuery,
            response: { 200: Page, 302: RedirectBody },
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
          operationId: 'finishMusicConnection',
          summary: 'Finish connecting a music account',
          description:
            'The music service redirects the browser here. The response redirects to `/api/music/connected` with `music=connected`, or with `music=failed` and a `reason`: `state-invalid`, `other-browser`, `denied`, `refused`, `code-missing`, `scope-missing`, `account-blocked`, `not-configured`, `unavailable`, `timeout`, `bad-answer`, `rate-limited` or `paused`.',
          querystring: ConnectionQuery,
          response: { 302: RedirectBody },
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
          operationId: 'showMusicConnectionResult',
          summary: 'Show the result of connecting a music account',
          description: 'A page for browsers. It describes the result that the query names.',
          querystring: ConnectedQuery,
          response: { 200: Page },
        },
      },
      async (request, reply) => sendPage(reply, readConnectedPage(request.query)),
    );
  };
}
