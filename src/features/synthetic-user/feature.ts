import { defineFeature } from '../../access/feature.ts';
import { SYNTHETIC_CHECK_INS } from './check-in/check-in.jobs.ts';
import { syntheticUserRoutes } from './user/user.routes.ts';

export const syntheticUser = defineFeature({
  routes: {
    superAdmin: [syntheticUserRoutes],
  },
  jobs: [SYNTHETIC_CHECK_INS],
});
