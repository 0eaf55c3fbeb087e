import { defineFeature } from '../../access/feature.ts';
import { CHAIN_MATCHING } from './chain.jobs.ts';
import { chainJobRoutes, chainRoutes } from './chain.routes.ts';

export const chain = defineFeature({
  routes: {
    member: [chainRoutes],
    machine: [chainJobRoutes],
  },
  jobs: [CHAIN_MATCHING],
});
