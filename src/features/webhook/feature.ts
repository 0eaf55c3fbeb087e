import { defineFeature } from '../../access/feature.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { endpointRoutes } from './endpoint/endpoint.routes.ts';

export const webhook = defineFeature({
  routes: {
    member: [endpointRoutes, deliveryRoutes],
  },
});
