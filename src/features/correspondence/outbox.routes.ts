import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { listOutbox, type OutboxDeps, readOutgoingMail } from './outbox.actions.ts';
import { MailList, MailWithSource } from './outbox.schema.ts';

const tags = ['Administration'];

export function outboxRoutes(deps: OutboxDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/admin/outbox',
      {
        schema: {
          tags,
          summary: 'List the mails that went out',
          description:
            'Those of people and those of Meadow itself, for 90 days, without what they say. Reading them is written down.',
          querystring: PageQuery,
          response: { 200: MailList },
        },
      },
      async (request) => listOutbox(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/admin/outbox/:id',
      {
        schema: {
          tags,
          summary: 'Read a mail that went out',
          description:
            'What it says is kept only where there is no mail server, in a folder of the node that wrote it. Reading it is written down.',
          params: IdInPath,
          response: { 200: MailWithSource },
        },
      },
      async (request) => ({ mail: await readOutgoingMail(deps, actorOf(request), request.params.id) }),
    );
  };
}
