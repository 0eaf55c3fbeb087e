import { defineFeature } from '#access/feature.ts';
import { battleExecutionRoutes, battleRoutes } from './battle/battle.routes.ts';
import { WEEKLY_BATTLE } from './battle/weekly.jobs.ts';
import { BATTLE_TABLES } from './battle.table.ts';
import { historyRoutes } from './history/history.routes.ts';
import { createBattleParts } from './parts.ts';

export const battle = defineFeature({
  parts: createBattleParts,
  routes: {
    member: [battleRoutes, historyRoutes],
    superAdminOrMachine: [battleExecutionRoutes],
  },
  jobs: [WEEKLY_BATTLE],
  tables: [...BATTLE_TABLES],
});
