import { defineFeature } from '#access/feature.ts';
import { competitionAdminRoutes, competitionRoutes } from './competition/competition.routes.ts';
import { COMPETITION_TABLES } from './competition/competition.table.ts';
import { entryRoutes } from './entry/entry.routes.ts';
import { ENTRY_TABLES } from './entry/entry.table.ts';
import { COMPETITION_SCORING } from './scoring/scoring.jobs.ts';
import { scoringAdminRoutes } from './scoring/scoring.routes.ts';

export const competition = defineFeature({
  routes: {
    member: [competitionRoutes, entryRoutes],
    superAdmin: [competitionAdminRoutes, scoringAdminRoutes],
  },
  jobs: [COMPETITION_SCORING],
  tables: [...ENTRY_TABLES, ...COMPETITION_TABLES],
});
