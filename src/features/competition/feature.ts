import { defineFeature } from '../../access/feature.ts';
import { competitionAdministrationRoutes, competitionRoutes } from './competition/competition.routes.ts';
import { competitionEntryRoutes } from './entry/entry.routes.ts';
import { COMPETITION_SCORING } from './scoring/scoring.jobs.ts';
import { scoringAdministrationRoutes } from './scoring/scoring.routes.ts';

export const competition = defineFeature({
  routes: {
    member: [competitionRoutes, competitionEntryRoutes],
    superAdmin: [competitionAdministrationRoutes, scoringAdministrationRoutes],
  },
  jobs: [COMPETITION_SCORING],
});
