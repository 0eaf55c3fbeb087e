import { defineFeature } from '../../access/feature.ts';
import { SYNTHETIC_CHECK_INS } from './synthetic-user.jobs.ts';
import { syntheticUserRoutes } from './synthetic-user.routes.ts';

export const syntheticUser = defineFeature({
  routes: {
    superAdmin: [syntheticUserRoutes],
  },
  jobs: [SYNTHETIC_CHECK_INS],
});
