import { defineFeature } from '../../access/feature.ts';
import { DAY_END, REMINDERS } from './check-in.jobs.ts';
import { checkInAdministrationRoutes, checkInRoutes } from './check-in.routes.ts';
import { dayRoutes } from './day.routes.ts';

export const checkIn = defineFeature({
  routes: {
    member: [checkInRoutes, dayRoutes],
    superAdmin: [checkInAdministrationRoutes],
  },
  jobs: [REMINDERS, DAY_END],
});
