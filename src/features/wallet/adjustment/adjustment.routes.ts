import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { WalletDeps } from '../deps.ts';
import { adjustBalance, listLedgerOf, refundPurchase } from './adjustment.actions.ts';
import { Adjustment, LedgerRowBody, LedgerRowList } from './adjustment.schema.ts';

const tags = ['Drops'];

export function adjustmentRoutes(deps: WalletDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/users/:id/drops',
      {
        schema: {
          tags,
          operationId: 'listUserDropTransactions',
          summary: 'List the drop transactions of a user',
          params: IdInPath,
          querystring: PageQuery,
          errors: ['wallet.user-not-found'],
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
          operationId: 'adjustUserDrops',
          summary: 'Adjust the balance of a user',
          description:
            'The balance cannot become negative. The user sees the reason; the audit log records the super admin.',
          params: IdInPath,
          body: Adjustment,
          errors: ['wallet.balance-too-high', 'wallet.balance-too-low', 'wallet.user-not-found'],
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
          operationId: 'refundPurchase',
          summary: 'Refund a purchase',
          description: 'A purchase can be refunded once, in full.',
          params: IdInPath,
          errors: [
            'wallet.already-refunded',
            'wallet.balance-too-high',
            'wallet.buyer-gone',
            'wallet.not-a-purchase',
            'wallet.transaction-not-found',
          ],
          response: { 201: LedgerRowBody },
        },
      },
      async (request, reply) => {
        const transaction = await refundPurchase(deps, actorOf(request), request.params.id);
        return reply.status(201).send({ transaction });
      },
    );
  });
}
