import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { WalletDeps } from '../deps.ts';
import { awardMonth } from './monthly-award.actions.ts';
import { OwnAward } from './monthly-award.schema.ts';

export function monthlyAwardRoutes(deps: WalletDeps): Routes {
  return openToTokens('drops', (scope) => {
    scope.post(
      '/api/drops/award-monthly',
      {
        schema: {
          tags: ['Drops'],
          operationId: 'claimMonthlyAward',
          summary: 'Claim your monthly drops',
          description:
            'You get 30 drops once a month (UTC), or 250 with an active subscription. A monthly job awards them to users who do not claim them.',
          errors: ['wallet.balance-too-high', 'wallet.user-not-found'],
          response: { 200: OwnAward },
        },
      },
      async (request) => awardMonth(deps, actorOf(request)),
    );
  });
}
