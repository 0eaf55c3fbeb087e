import { defineFeature } from '../../access/feature.ts';
import { CHAIN_MATCHING } from './rebuild/matching.jobs.ts';
import { chainRoutes } from './rebuild/matching.routes.ts';

export const chain = defineFeature({
  routes: {
    member: [chainRoutes],
  },
  jobs: [CHAIN_MATCHING],
});
