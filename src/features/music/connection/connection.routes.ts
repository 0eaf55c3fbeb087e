import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '#access/actor.ts';
import { readCookie, setCookie } from '#platform/http/cookies.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { sendPage } from '#platform/http/html-page/html-response.ts';
import type { HttpScope } from '#platform/http/scope.ts';
import type { MusicDeps } from '../deps.ts';
import {
  type BrowserResponse,
  confirmConsent,
  finishConnection,
  readResultPage,
  showConsentPage,
  startConnection,
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

export function connectionRoutes(deps: MusicDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/music/connect',
      {
        config: { costly: 'music', refusedWhileImpersonating: true, isResponseSecret: true },
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
      async (request) => startConnection(deps, actorOf(request)),
    );
  };
}

/** The body is ignored: the URL of the form contains all fields. */
const MAX_BODY_BYTES = 4 * 1024;

export function publicConnectionRoutes(deps: MusicDeps): Routes {
  const isSecure = deps.publicUrl.startsWith('https:');
  const cookiesOf = (request: FastifyRequest) => (name: string) => readCookie(request, name, isSecure);

  function redirect(reply: FastifyReply, url: string): FastifyReply {
    return reply
      .status(302)
      .header('location', url)
      .send({ message: `Continue at ${url}.` });
  }

  function send(reply: FastifyReply, response: BrowserResponse): FastifyReply {
    if ('redirectUrl' in response) return redirect(reply, response.redirectUrl);
    setCookie(reply, response.cookie, isSecure);
    // Not a redirect: browsers check each hop after a form against the `form-action` of its page.
    if (response.refreshUrl !== undefined) reply.header('refresh', `0; url=${response.refreshUrl}`);
    return sendPage(reply, response.page);
  }

  return (scope) => {
    scope.register(async (pages: HttpScope) => {
      // Browsers send forms of several content types; the body is ignored.
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));

      pages.get(
        '/api/music/start',
        {
          config: { isResponseSecret: true },
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
        async (request, reply) => send(reply, await showConsentPage(deps, request.query)),
      );

      pages.post(
        '/api/music/start',
        {
          config: { isResponseSecret: true },
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
        async (request, reply) => send(reply, await confirmConsent(deps, request.query, cookiesOf(request))),
      );
    });

    scope.get(
      '/api/music/callback',
      {
        config: { isResponseSecret: true },
        schema: {
          tags,
          operationId: 'finishMusicConnection',
          summary: 'Finish connecting a music account',
          description:
            'The music service redirects the browser here. The response redirects to `/api/music/connected` with `music=connected`, or with `music=failed` and a `reason`: `state-invalid`, `other-browser`, `denied`, `refused`, `code-missing`, `scope-missing`, `account-blocked`, `not-configured`, `unavailable`, `timeout`, `bad-response`, `rate-limited` or `paused`.',
          querystring: ConnectionQuery,
          response: { 302: RedirectBody },
        },
      },
      async (request, reply) => redirect(reply, await finishConnection(deps, request.query, cookiesOf(request))),
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
      async (request, reply) => sendPage(reply, readResultPage(request.query)),
    );
  };
}
