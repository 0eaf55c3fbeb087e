import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import { readAllowance } from '../allowance/allowance.actions.ts';
import { Allowance } from '../allowance/allowance.schema.ts';
import type { EncouragementDeps } from '../deps.ts';
import { listReceived, listSent, markReceivedRead, sendDrop } from './drop.actions.ts';
import {
  NewDrop,
  ReceivedDropBody,
  ReceivedDropList,
  ReceivedQuery,
  SentDropBody,
  SentDropList,
} from './drop.schema.ts';

const tags = ['Encouragement'];

export function dropRoutes(deps: EncouragementDeps): Routes {
  return openToTokens('drops', (scope) => {
    scope.get(
      '/api/encouragement-drops/my-drops',
      {
        schema: {
          tags,
          operationId: 'getDropAllowance',
          summary: 'Get the number of drops that you can send today',
          description: 'A day starts at 00:00 UTC. Bonus drops are used after the daily ones and do not expire.',
          response: { 200: Allowance },
        },
      },
      async (request) => readAllowance(deps, actorOf(request)),
    );

    scope.post(
      '/api/encouragement-drops/send',
      {
        config: { refusedWhileImpersonating: true, requiresVerifiedAddress: true },
        schema: {
          tags,
          operationId: 'sendDrop',
          summary: 'Send a drop',
          description:
            'Send the text of an approved template (`template_id`) or your own (`content`). The recipient is notified.',
          body: NewDrop,
          errors: [
            'drops.allowance-exceeded',
            'drops.custom-limit-exceeded',
            'drops.entry-not-found',
            'drops.recipient-not-found',
            'drops.recipient-unavailable',
            'drops.template-not-found',
            'drops.template-or-content',
            'drops.to-oneself',
          ],
          response: { 201: SentDropBody },
        },
      },
      async (request, reply) => {
        const sent = await sendDrop(deps, actorOf(request), request.body);
        return reply.status(201).send(sent);
      },
    );

    scope.get(
      '/api/encouragement-drops/sent',
      {
        schema: {
          tags,
          operationId: 'listSentDrops',
          summary: 'List sent drops',
          description:
            'Drops to users in a blocked pair with you are omitted. Inactive recipients appear as `Former member`.',
          querystring: PageQuery,
          response: { 200: SentDropList },
        },
      },
      async (request) => listSent(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/encouragement-drops/received',
      {
        schema: {
          tags,
          operationId: 'listReceivedDrops',
          summary: 'List received drops',
          description:
            'The request marks the returned drops as read unless `mark_read` is false. The response still shows them as unread.',
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
          operationId: 'markDropRead',
          summary: 'Mark a drop as read',
          params: IdInPath,
          errors: ['drops.not-found'],
          response: { 200: ReceivedDropBody },
        },
      },
      async (request) => ({ drop: await markReceivedRead(deps, actorOf(request), request.params.id) }),
    );
  });
}
