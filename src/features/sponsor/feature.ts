import { defineFeature } from '#access/feature.ts';
import { SPONSOR_DIGEST } from './digest/sponsor-digest.jobs.ts';
import { SPONSOR_DIGEST_TABLES } from './digest/sponsor-digest.table.ts';
import {
  opportunityAdminRoutes,
  opportunityRoutes,
  publicOpportunityRoutes,
} from './opportunity/opportunity.routes.ts';
import { OPPORTUNITY_TABLES } from './opportunity/opportunity.table.ts';
import { outreachRoutes } from './outreach/outreach.routes.ts';
import { OUTREACH_TABLES } from './outreach/outreach.table.ts';
import { sponsorAdminRoutes, sponsorRoutes } from './sponsor/sponsor.routes.ts';
import { SPONSOR_TABLES } from './sponsor/sponsor.table.ts';

export const sponsor = defineFeature({
  routes: {
    public: [publicOpportunityRoutes],
    publicWithIdempotency: [sponsorRoutes],
    member: [opportunityRoutes, outreachRoutes],
    superAdmin: [sponsorAdminRoutes, opportunityAdminRoutes],
  },
  jobs: [SPONSOR_DIGEST],
  tables: [...OPPORTUNITY_TABLES, ...OUTREACH_TABLES, ...SPONSOR_DIGEST_TABLES, ...SPONSOR_TABLES],
});
