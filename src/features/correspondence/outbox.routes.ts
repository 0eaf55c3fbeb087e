import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { listSentMail, readOutgoingMail, type SentMailDeps } from './outbox.actions.ts';
import { MailList, MailWithSource } from './outbox.schema.ts';

const tags = ['Administration'];

export function sentMailRoutes(deps: SentMailDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/admin/outbox',
      {
        schema: {
          tags,
          operationId: 'listSentMails',
          summary: 'List sent mails',
          description:
            'Returns mails of users and of Meadow itself from the last 90 days, without their content. The request is written to the audit log.',
          querystring: PageQuery,
          response: { 200: MailList },
        },
      },
      async (request) => listSentMail(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/admin/outbox/:id',
      {
        schema: {
          tags,
          operationId: 'getSentMail',
          summary: 'Get a sent mail',
          description:
            'The content is stored only if no mail server is configured, in a folder of the node that wrote it. The request is written to the audit log.',
          params: IdInPath,
          errors: ['mail.not-found'],
          response: { 200: MailWithSource },
        },
      },
      async (request) => ({ mail: await readOutgoingMail(deps, actorOf(request), request.params.id) }),
    );
  };
}
