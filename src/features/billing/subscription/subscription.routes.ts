import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { BillingDeps } from '../deps.ts';
import { readSubscription } from './subscription.actions.ts';
import { SubscriptionBody } from './subscription.schema.ts';

export function subscriptionRoutes(deps: BillingDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/payment/subscription',
      {
        schema: {
          tags: ['Payments'],
          operationId: 'getSubscription',
          summary: 'Get your subscription',
          description:
            'Returns the newest active subscription, else the newest of all. `subscription` is null if you never had one.',
          response: { 200: SubscriptionBody },
        },
      },
      async (request) => ({ subscription: await readSubscription(deps, actorOf(request)) }),
    );
  };
}
