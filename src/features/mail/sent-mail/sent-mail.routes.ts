import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { MailDeps } from '../deps.ts';
import { listSentMails, readSentMail } from './sent-mail.actions.ts';
import { SentMailBody, SentMailList } from './sent-mail.schema.ts';

const tags = ['Administration'];

export function sentMailRoutes(deps: MailDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/outbox',
      {
        schema: {
          tags,
          operationId: 'listSentMails',
          summary: 'List sent emails',
          description:
            'Returns the emails of users and of Meadow from the last 90 days, without their content. The request is written to the audit log.',
          querystring: PageQuery,
          response: { 200: SentMailList },
        },
      },
      async (request) => listSentMails(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/admin/outbox/:id',
      {
        schema: {
          tags,
          operationId: 'getSentMail',
          summary: 'Get a sent email',
          description:
            'The content is stored only if no mail server is configured, in a folder of the node that sent the email. The request is written to the audit log.',
          params: IdInPath,
          errors: ['mail.not-found'],
          response: { 200: SentMailBody },
        },
      },
      async (request) => ({ mail: await readSentMail(deps, actorOf(request), request.params.id) }),
    );
  });
}
