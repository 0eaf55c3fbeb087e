import { defineFeature } from '../../access/feature.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { WEBHOOK_INVARIANTS } from './endpoint/endpoint.invariants.ts';
import { endpointRoutes } from './endpoint/endpoint.routes.ts';
import { WEBHOOK_QUEUE } from './sending/sending.jobs.ts';

export const webhook = defineFeature({
  routes: {
    member: [endpointRoutes, deliveryRoutes],
  },
  queues: [WEBHOOK_QUEUE],
  invariants: WEBHOOK_INVARIANTS,
});
