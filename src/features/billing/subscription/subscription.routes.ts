import { actorOf } from '../../../access/actor.ts';
import { executeRead } from '../../../platform/db/read.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import type { BillingDeps } from '../deps.ts';
import { selectSubscription } from './subscription.actions.ts';
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
      async (request) => ({ subscription: await executeRead(deps.db, selectSubscription(deps, actorOf(request))) }),
    );
  };
}
