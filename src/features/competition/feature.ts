import { defineFeature } from '../../access/feature.ts';
import { competitionAdminRoutes, competitionRoutes } from './competition/competition.routes.ts';
import { entryRoutes } from './entry/entry.routes.ts';
import { COMPETITION_SCORING } from './scoring/scoring.jobs.ts';
import { scoringAdminRoutes } from './scoring/scoring.routes.ts';

export const competition = defineFeature({
  routes: {
    member: [competitionRoutes, entryRoutes],
    superAdmin: [competitionAdminRoutes, scoringAdminRoutes],
  },
  jobs: [COMPETITION_SCORING],
});
