import { defineFeature } from '#access/feature.ts';
import { CHECK_IN_TABLES } from './check-in.table.ts';
import { dayRoutes } from './day/day.routes.ts';
import { DAY_END, REMINDERS } from './jobs/check-in.jobs.ts';
import { neighbourRoutes } from './neighbours/neighbours.routes.ts';
import { ownDaysRoutes } from './own-days/own-days.routes.ts';
import { CHECK_IN_INVARIANTS } from './submission/submission.invariants.ts';
import { submissionRoutes } from './submission/submission.routes.ts';
import { verificationRoutes } from './verification/verification.routes.ts';

export const checkIn = defineFeature({
  routes: {
    member: [submissionRoutes, dayRoutes, neighbourRoutes, ownDaysRoutes],
    superAdmin: [verificationRoutes],
  },
  jobs: [REMINDERS, DAY_END],
  invariants: CHECK_IN_INVARIANTS,
  tables: [...CHECK_IN_TABLES],
});
