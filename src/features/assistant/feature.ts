import { defineFeature } from '../../access/feature.ts';
import { NOTE_ANALYSIS, NOTE_ANALYSIS_HELP } from './analysis.jobs.ts';
import { analysisJobRoutes, analysisRoutes } from './analysis.routes.ts';
import { DAILY_DROP_HELP, DAILY_DROPS } from './daily-drop.jobs.ts';
import { dailyDropJobRoutes } from './daily-drop.routes.ts';

export const assistant = defineFeature({
  routes: {
    member: [analysisRoutes],
    machine: [analysisJobRoutes, dailyDropJobRoutes],
  },
  jobs: [NOTE_ANALYSIS, DAILY_DROPS],
  helps: [NOTE_ANALYSIS_HELP, DAILY_DROP_HELP],
});
