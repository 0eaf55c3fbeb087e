import { defineFeature } from '../../access/feature.ts';
import { competitionAdministrationRoutes, competitionRoutes } from './competition.routes.ts';
import { competitionEntryRoutes } from './entry.routes.ts';
import { COMPETITION_SCORING } from './scoring.jobs.ts';
import { scoringAdministrationRoutes } from './scoring.routes.ts';

export const competition = defineFeature({
  routes: {
    member: [competitionRoutes, competitionEntryRoutes],
    superAdmin: [competitionAdministrationRoutes, scoringAdministrationRoutes],
  },
  jobs: [COMPETITION_SCORING],
});
