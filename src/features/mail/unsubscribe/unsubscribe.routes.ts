import type { Routes } from '#platform/http/guarded-routes.ts';
import { sendPage } from '#platform/http/html-page/html-response.ts';
import type { HttpScope } from '#platform/http/scope.ts';
import type { MailDeps } from '../deps.ts';
import { confirmUnsubscribe, unsubscribe } from './unsubscribe.actions.ts';
import { OptOutQuery, Page } from './unsubscribe.schema.ts';

const tags = ['Mail'];
const produces = ['text/html'];

/** The body is ignored: the URL contains everything. */
const MAX_BODY_BYTES = 4 * 1024;

export function unsubscribeRoutes(deps: MailDeps): Routes {
  return (scope) => {
    scope.register(async (pages: HttpScope) => {
      // Mail clients and browsers send forms in several content types. All are ignored.
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));

      pages.get(
        '/api/email/unsubscribe',
        {
          schema: {
            tags,
            produces,
            operationId: 'showUnsubscribePage',
            summary: 'Show the unsubscribe page',
            description: 'Unsubscribe links in emails open this page. Opening it changes nothing.',
            querystring: OptOutQuery,
            errors: ['mail.unsubscribe-link-invalid'],
            response: { 200: Page },
          },
        },
        async (request, reply) => sendPage(reply, confirmUnsubscribe(deps, request.query.opt_out)),
      );

      pages.post(
        '/api/email/unsubscribe',
        {
          bodyLimit: MAX_BODY_BYTES,
          schema: {
            tags,
            produces,
            operationId: 'unsubscribe',
            summary: 'Unsubscribe from a category of emails',
            description:
              'The button on the page sends this form. Mail clients send it for one-click unsubscribe (RFC 8058). No sign-in is needed.',
            querystring: OptOutQuery,
            errors: ['mail.unsubscribe-link-invalid'],
            response: { 200: Page },
          },
        },
        async (request, reply) => sendPage(reply, await unsubscribe(deps, request.query.opt_out)),
      );
    });
  };
}
