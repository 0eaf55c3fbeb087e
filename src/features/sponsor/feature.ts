import { defineFeature } from '../../access/feature.ts';
import { opportunityAdministrationRoutes, opportunityRoutes, publicOpportunityRoutes } from './opportunity.routes.ts';
import { outreachRoutes } from './outreach.routes.ts';
import { sponsorAdministrationRoutes, sponsorRoutes } from './sponsor.routes.ts';
import { SPONSOR_EMAILS } from './sponsor-letter.jobs.ts';

export const sponsor = defineFeature({
  routes: {
    public: [publicOpportunityRoutes],
    publicWithIdempotency: [sponsorRoutes],
    member: [opportunityRoutes, outreachRoutes],
    superAdmin: [sponsorAdministrationRoutes, opportunityAdministrationRoutes],
  },
  jobs: [SPONSOR_EMAILS],
});
