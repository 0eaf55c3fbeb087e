import { defineFeature } from '../../access/feature.ts';
import { battleExecutionRoutes, battleRoutes } from './battle/battle.routes.ts';
import { WEEKLY_BATTLE } from './battle/weekly.jobs.ts';

export const battle = defineFeature({
  routes: {
    member: [battleRoutes],
    superAdminOrMachine: [battleExecutionRoutes],
  },
  jobs: [WEEKLY_BATTLE],
});
