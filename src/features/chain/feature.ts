import { defineFeature } from '../../access/feature.ts';
import { CHAIN_MATCHING } from './chain.jobs.ts';
import { chainRoutes } from './chain.routes.ts';

export const chain = defineFeature({
  routes: {
    member: [chainRoutes],
  },
  jobs: [CHAIN_MATCHING],
});
