import { defineFeature } from '#access/feature.ts';
import { adjustmentRoutes } from './adjustment/adjustment.routes.ts';
import { LEDGER_INVARIANTS } from './ledger/ledger.invariants.ts';
import { ledgerRoutes } from './ledger/ledger.routes.ts';
import { LEDGER_TABLES } from './ledger/ledger.table.ts';
import { MONTHLY_AWARD } from './monthly-award/monthly-award.jobs.ts';
import { monthlyAwardRoutes } from './monthly-award/monthly-award.routes.ts';

export const wallet = defineFeature({
  routes: {
    member: [ledgerRoutes, monthlyAwardRoutes],
    superAdmin: [adjustmentRoutes],
  },
  jobs: [MONTHLY_AWARD],
  invariants: LEDGER_INVARIANTS,
  tables: [...LEDGER_TABLES],
});
