import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { readAllowance } from './allowance.actions.ts';
import { Allowance } from './allowance.schema.ts';
import { type EncouragementDeps, listReceived, markReceivedRead, sendDrop } from './drop.actions.ts';
import { NewDrop, ReceivedDropBody, ReceivedDropList, ReceivedQuery, SentDropBody } from './drop.schema.ts';

const tags = ['Encouragement'];

export function dropRoutes(deps: EncouragementDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/encouragement-drops/my-drops',
      {
        schema: {
          tags,
          summary: 'Read how many drops you can send today',
          description:
            'A day begins at 00:00 UTC. Bonus drops are spent after the daily ones, and do not end with the day.',
          response: { 200: Allowance },
        },
      },
      async (request) => readAllowance(deps, actorOf(request)),
    );

    scope.post(
      '/api/encouragement-drops/send',
      {
        schema: {
          tags,
          summary: 'Send somebody a drop',
          description:
            'With the words of an approved template of this type (`template_id`), or with yours (`content`). They are told that you sent one.',
          body: NewDrop,
          response: { 201: SentDropBody },
        },
      },
      async (request, reply) => {
        const sent = await sendDrop(deps, actorOf(request), request.body);
        return reply.status(201).send(sent);
      },
    );

    scope.get(
      '/api/encouragement-drops/received',
      {
        schema: {
          tags,
          summary: 'List the drops that you have received',
          description: 'Unread ones are answered as such, and are marked as read by this, unless `mark_read` is false.',
          querystring: ReceivedQuery,
          response: { 200: ReceivedDropList },
        },
      },
      async (request) => listReceived(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/encouragement-drops/received/:id/read',
      {
        schema: {
          tags,
          summary: 'Mark a drop as read',
          params: IdInPath,
          response: { 200: ReceivedDropBody },
        },
      },
      async (request) => ({ drop: await markReceivedRead(deps, actorOf(request), request.params.id) }),
    );
  };
}
