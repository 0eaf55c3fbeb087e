import { defineFeature } from '../../access/feature.ts';
import { adjustmentRoutes } from './adjustment.routes.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { MONTHLY_AWARD } from './monthly-award.jobs.ts';
import { monthlyAwardJobRoutes, monthlyAwardRoutes } from './monthly-award.routes.ts';

export const wallet = defineFeature({
  routes: {
    member: [ledgerRoutes, monthlyAwardRoutes],
    superAdmin: [adjustmentRoutes],
    machine: [monthlyAwardJobRoutes],
  },
  jobs: [MONTHLY_AWARD],
});
