import { defineFeature } from '../../access/feature.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { paymentEventRoutes } from './payment-event/payment-event.routes.ts';
import { priceRoutes } from './price/price.routes.ts';
import { subscriptionRoutes } from './subscription/subscription.routes.ts';

export const billing = defineFeature({
  routes: {
    publicWithIdempotency: [paymentEventRoutes],
    member: [checkoutRoutes, priceRoutes, subscriptionRoutes],
  },
});
