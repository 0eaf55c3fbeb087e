import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { type AdjustmentDeps, adjustBalance, listLedgerOf, refundPurchase } from './adjustment.actions.ts';
import { Adjustment, LedgerRowBody, LedgerRowList } from './adjustment.schema.ts';

const tags = ['Drops'];

export function adjustmentRoutes(deps: AdjustmentDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/admin/users/:id/drops',
      {
        schema: {
          tags,
          summary: 'List what came in and went out of a person’s drops',
          params: IdInPath,
          querystring: PageQuery,
          response: { 200: LedgerRowList },
        },
      },
      async (request) => listLedgerOf(deps, actorOf(request), request.params.id, request.query),
    );

    scope.post(
      '/api/admin/users/:id/drops',
      {
        schema: {
          tags,
          summary: 'Give a person drops, or take some',
          description: 'Never more than they have. The person reads the reason; the audit log says who did it.',
          params: IdInPath,
          body: Adjustment,
          response: { 201: LedgerRowBody },
        },
      },
      async (request, reply) => {
        const transaction = await adjustBalance(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ transaction });
      },
    );

    scope.post(
      '/api/admin/drops/transactions/:id/refund',
      {
        schema: {
          tags,
          summary: 'Refund a purchase',
          description: 'Gives back what it cost, once.',
          params: IdInPath,
          response: { 201: LedgerRowBody },
        },
      },
      async (request, reply) => {
        const transaction = await refundPurchase(deps, actorOf(request), request.params.id);
        return reply.status(201).send({ transaction });
      },
    );
  };
}
