import { defineFeature } from '../../access/feature.ts';
import { SPONSOR_DIGEST } from './digest/sponsor-digest.jobs.ts';
import {
  opportunityAdminRoutes,
  opportunityRoutes,
  publicOpportunityRoutes,
} from './opportunity/opportunity.routes.ts';
import { outreachRoutes } from './outreach/outreach.routes.ts';
import { sponsorAdminRoutes, sponsorRoutes } from './sponsor/sponsor.routes.ts';

export const sponsor = defineFeature({
  routes: {
    public: [publicOpportunityRoutes],
    publicWithIdempotency: [sponsorRoutes],
    member: [opportunityRoutes, outreachRoutes],
    superAdmin: [sponsorAdminRoutes, opportunityAdminRoutes],
  },
  jobs: [SPONSOR_DIGEST],
});
