import { defineFeature } from '#access/feature.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { DELIVERY_TABLES } from './delivery/delivery.table.ts';
import { WEBHOOK_INVARIANTS } from './endpoint/endpoint.invariants.ts';
import { endpointRoutes } from './endpoint/endpoint.routes.ts';
import { ENDPOINT_TABLES } from './endpoint/endpoint.table.ts';
import { createWebhookParts } from './parts.ts';
import { WEBHOOK_QUEUE } from './sending/sending.jobs.ts';

export const webhook = defineFeature({
  parts: createWebhookParts,
  routes: {
    member: [endpointRoutes, deliveryRoutes],
  },
  queues: [WEBHOOK_QUEUE],
  invariants: WEBHOOK_INVARIANTS,
  tables: [...DELIVERY_TABLES, ...ENDPOINT_TABLES],
});
