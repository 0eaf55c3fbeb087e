import { defineFeature } from '#access/feature.ts';
import { CHAIN_MATCHING } from './matching/matching.jobs.ts';
import { matchingRoutes } from './matching/matching.routes.ts';
import { createChainParts } from './parts.ts';
import { CHAIN_INVARIANTS } from './position/position.invariants.ts';
import { POSITION_TABLES } from './position/position.table.ts';

export const chain = defineFeature({
  parts: createChainParts,
  routes: {
    member: [matchingRoutes],
  },
  jobs: [CHAIN_MATCHING],
  invariants: CHAIN_INVARIANTS,
  tables: [...POSITION_TABLES],
});
