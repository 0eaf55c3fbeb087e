import { defineFeature } from '../../access/feature.ts';
import { dayRoutes } from './day/day.routes.ts';
import { DAY_END, REMINDERS } from './jobs/check-in.jobs.ts';
import { checkInAdministrationRoutes, checkInRoutes } from './submission/submission.routes.ts';

export const checkIn = defineFeature({
  routes: {
    member: [checkInRoutes, dayRoutes],
    superAdmin: [checkInAdministrationRoutes],
  },
  jobs: [REMINDERS, DAY_END],
});
