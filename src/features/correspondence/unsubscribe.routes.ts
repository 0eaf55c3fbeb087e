import type { Routes } from '../../platform/http/guarded-routes.ts';
import { sendPage } from '../../platform/http/html-page/html-response.ts';
import type { HttpScope } from '../../platform/http/scope.ts';
import { askToUnsubscribe, type UnsubscribeDeps, unsubscribe } from './unsubscribe.actions.ts';
import { OptOutQuery, Page } from './unsubscribe.schema.ts';

const tags = ['Mail'];
const produces = ['text/html'];

/** In bytes. What comes says no more than the address does. */
const MAX_BODY_BYTES = 4 * 1024;

export function unsubscribeRoutes(deps: UnsubscribeDeps): Routes {
  return (scope) => {
    scope.register(async (pages: HttpScope) => {
      // Mail programs and browsers send forms of several kinds, and none of them is looked at.
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
            description: 'Links in mails lead to this page. Opening it changes nothing.',
            querystring: OptOutQuery,
            errors: ['mail.unsubscribe-link-invalid'],
            response: { 200: Page },
          },
        },
        async (request, reply) => sendPage(reply, askToUnsubscribe(deps, request.query.opt_out)),
      );

      pages.post(
        '/api/email/unsubscribe',
        {
          bodyLimit: MAX_BODY_BYTES,
          schema: {
            tags,
            produces,
            operationId: 'unsubscribe',
            summary: 'Unsubscribe from a category of mail',
            description:
              'The button on the page sends this form, and mail programs send it for one-click unsubscribe (RFC 8058). No sign-in is needed.',
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
