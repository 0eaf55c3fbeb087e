import { defineFeature } from '../../access/feature.ts';
import { WEEKLY_BATTLE } from './battle.jobs.ts';
import { battleExecutionRoutes, battleRoutes } from './battle.routes.ts';

export const battle = defineFeature({
  routes: {
    member: [battleRoutes],
    superAdminOrMachine: [battleExecutionRoutes],
  },
  jobs: [WEEKLY_BATTLE],
});
