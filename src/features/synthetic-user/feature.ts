import { defineFeature } from '#access/feature.ts';
import { SYNTHETIC_CHECK_INS } from './check-in/check-in.jobs.ts';
import { generationRoutes } from './generation/generation.routes.ts';
import { SYNTHETIC_USER_TABLES } from './synthetic-user.table.ts';
import { teamBreakdownRoutes } from './team-breakdown/team-breakdown.routes.ts';
import { syntheticUserRoutes } from './user/user.routes.ts';

export const syntheticUser = defineFeature({
  routes: {
    superAdmin: [generationRoutes, syntheticUserRoutes, teamBreakdownRoutes],
  },
  jobs: [SYNTHETIC_CHECK_INS],
  tables: [...SYNTHETIC_USER_TABLES],
});
