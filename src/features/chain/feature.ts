import { defineFeature } from '../../access/feature.ts';
import { CHAIN_MATCHING } from './matching/matching.jobs.ts';
import { matchingRoutes } from './matching/matching.routes.ts';

export const chain = defineFeature({
  routes: {
    member: [matchingRoutes],
  },
  jobs: [CHAIN_MATCHING],
});
