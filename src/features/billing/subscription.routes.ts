import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { readSubscription, type SubscriptionDeps } from './subscription.actions.ts';
import { SubscriptionBody } from './subscription.schema.ts';

export function subscriptionRoutes(deps: SubscriptionDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/payment/subscription',
      {
        schema: {
          tags: ['Payments'],
          summary: 'Read your subscription',
          description: 'The newest active one, or else the newest that you have had; null where you have had none.',
          response: { 200: SubscriptionBody },
        },
      },
      async (request) => ({ subscription: await readSubscription(deps, actorOf(request)) }),
    );
  };
}
