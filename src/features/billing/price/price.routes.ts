import type { Routes } from '#platform/http/guarded-routes.ts';
import type { BillingDeps } from '../deps.ts';
import { listPrices } from './price.actions.ts';
import { PriceList } from './price.schema.ts';

export function priceRoutes(deps: BillingDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/payment/prices',
      {
        schema: {
          tags: ['Payments'],
          operationId: 'listPrices',
          summary: 'List prices',
          description:
            'The prices that you can subscribe to, as the payment provider describes them. They are at most ten minutes old. The list is empty if this server has no payment provider. If the provider fails, the response is 502 or 503 within eight seconds.',
          errors: [
            'payment.bad-response',
            'payment.declined',
            'payment.refused',
            'payment.timeout',
            'payment.unavailable',
          ],
          response: { 200: PriceList },
        },
      },
      async () => listPrices(deps),
    );
  };
}
