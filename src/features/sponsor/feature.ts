import { defineFeature } from '../../access/feature.ts';
import { SPONSOR_EMAILS } from './digest/sponsor-digest.jobs.ts';
import {
  opportunityAdministrationRoutes,
  opportunityRoutes,
  publicOpportunityRoutes,
} from './opportunity/opportunity.routes.ts';
import { outreachRoutes } from './outreach/outreach.routes.ts';
import { sponsorAdministrationRoutes, sponsorRoutes } from './sponsor/sponsor.routes.ts';

export const sponsor = defineFeature({
  routes: {
    public: [publicOpportunityRoutes],
    publicWithIdempotency: [sponsorRoutes],
    member: [opportunityRoutes, outreachRoutes],
    superAdmin: [sponsorAdministrationRoutes, opportunityAdministrationRoutes],
  },
  jobs: [SPONSOR_EMAILS],
});
