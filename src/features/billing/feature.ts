import { defineFeature } from '#access/feature.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { createBillingParts } from './parts.ts';
import { paymentEventRoutes } from './payment-event/payment-event.routes.ts';
import { PAYMENT_EVENT_TABLES } from './payment-event/payment-event.table.ts';
import { priceRoutes } from './price/price.routes.ts';
import { subscriptionRoutes } from './subscription/subscription.routes.ts';
import { SUBSCRIPTION_TABLES } from './subscription/subscription.table.ts';

export const billing = defineFeature({
  parts: createBillingParts,
  routes: {
    publicWithIdempotency: [paymentEventRoutes],
    member: [checkoutRoutes, priceRoutes, subscriptionRoutes],
  },
  tables: [...SUBSCRIPTION_TABLES, ...PAYMENT_EVENT_TABLES],
});
