import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type CheckoutDeps, openCheckout, openPortal } from './checkout.actions.ts';
import { CheckoutBody, NewCheckout, NewPortal, PortalBody } from './checkout.schema.ts';

const tags = ['Payments'];

const FAILURES =
  '500 `payment.not-configured` where this server has no payment provider, 502 or 503 where that fails, within eight seconds.';

export function checkoutRoutes(deps: CheckoutDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/payment/create-checkout-session',
      {
        config: { refusedWhileImpersonating: true, perHour: 'checkouts' },
        schema: {
          tags,
          summary: 'Open a page on which you pay for a subscription',
          description: `The page is the provider's and is gone after a while, so no record is made here. A second click within a minute gets the same one. ${FAILURES}`,
          body: NewCheckout,
          response: { 200: CheckoutBody },
        },
      },
      async (request) => openCheckout(deps, actorOf(request), request.body),
    );

    scope.post(
      '/api/payment/create-portal-session',
      {
        config: { refusedWhileImpersonating: true, perHour: 'checkouts', isAnswerSecret: true },
        schema: {
          tags,
          summary: 'Open a page on which you change or end your subscription',
          description: `Whoever has its address can use it, so show it to nobody. ${FAILURES}`,
          body: NewPortal,
          response: { 200: PortalBody },
        },
      },
      async (request) => openPortal(deps, actorOf(request), request.body),
    );
  };
}
