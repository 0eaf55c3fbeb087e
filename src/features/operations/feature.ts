import { defineFeature } from '../../access/feature.ts';
import { frontPageRoutes } from './front-page.routes.ts';
import { healthPageRoutes, healthRoutes } from './health.routes.ts';
import { ANSWER_FORGETTING } from './kept-answer.jobs.ts';
import { operatorRoutes } from './operator.routes.ts';
import { reportAdministrationRoutes, reportRoutes } from './report.routes.ts';
import { userListRoutes } from './user-list.routes.ts';
import { waitlistAdministrationRoutes, waitlistRoutes } from './waitlist.routes.ts';

export const operations = defineFeature({
  routes: {
    public: [operatorRoutes, healthPageRoutes, frontPageRoutes],
    publicWithIdempotency: [waitlistRoutes],
    member: [reportRoutes],
    superAdmin: [userListRoutes, reportAdministrationRoutes, waitlistAdministrationRoutes],
    superAdminDuringOutage: [healthRoutes],
  },
  jobs: [ANSWER_FORGETTING],
});
