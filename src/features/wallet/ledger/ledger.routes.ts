import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import type { WalletDeps } from '../deps.ts';
import { listTransactions, readBalance } from './ledger.actions.ts';
import { BalanceBody, TransactionList } from './ledger.schema.ts';

const tags = ['Drops'];

export function ledgerRoutes(deps: WalletDeps): Routes {
  return openToTokens('drops', (scope) => {
    scope.get(
      '/api/drops/balance',
      {
        schema: {
          tags,
          operationId: 'getDropBalance',
          summary: 'Get your balance',
          errors: ['wallet.user-not-found'],
          response: { 200: BalanceBody },
        },
      },
      async (request) => ({ balance: await readBalance(deps, actorOf(request)) }),
    );

    scope.get(
      '/api/drops/transactions',
      {
        schema: {
          tags,
          operationId: 'listDropTransactions',
          summary: 'List your drop transactions',
          querystring: PageQuery,
          response: { 200: TransactionList },
        },
      },
      async (request) => listTransactions(deps, actorOf(request), request.query),
    );
  });
}
