import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { BillingDeps } from '../deps.ts';
import { openCheckout, openPortal } from './checkout.actions.ts';
import { CheckoutBody, NewCheckout, NewPortal, PortalBody } from './checkout.schema.ts';

const tags = ['Payments'];

export function checkoutRoutes(deps: BillingDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/payment/create-checkout-session',
      {
        config: { refusedWhileImpersonating: true, perHour: 'checkouts' },
        schema: {
          tags,
          operationId: 'createCheckoutSession',
          summary: 'Create a checkout session',
          description:
            'Returns the URL of a page of the payment provider on which you subscribe. The URL expires. A second request within a minute returns the same session. If the provider fails, the response is 502 or 503 within eight seconds.',
          body: NewCheckout,
          errors: [
            'payment.already-subscribed',
            'payment.bad-response',
            'payment.declined',
            'payment.not-configured',
            'payment.price-unknown',
            'payment.refused',
            'payment.return-address-refused',
            'payment.timeout',
            'payment.unavailable',
          ],
          response: { 200: CheckoutBody },
        },
      },
      async (request) => openCheckout(deps, actorOf(request), request.body),
    );

    scope.post(
      '/api/payment/create-portal-session',
      {
        config: { refusedWhileImpersonating: true, perHour: 'checkouts', isResponseSecret: true },
        schema: {
          tags,
          operationId: 'createPortalSession',
          summary: 'Create a portal session',
          description:
            'Returns the URL of a page of the payment provider on which you change or cancel your subscription. Keep it secret: the URL alone gives access. If the provider fails, the response is 502 or 503 within eight seconds.',
          body: NewPortal,
          errors: [
            'payment.bad-response',
            'payment.customer-unknown',
            'payment.declined',
            'payment.not-configured',
            'payment.nothing-to-manage',
            'payment.refused',
            'payment.return-address-refused',
            'payment.timeout',
            'payment.unavailable',
          ],
          response: { 200: PortalBody },
        },
      },
      async (request) => openPortal(deps, actorOf(request), request.body),
    );
  };
}
