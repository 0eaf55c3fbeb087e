import { defineFeature } from '#access/feature.ts';
import { BACKUP } from './backup/backup.jobs.ts';
import { frontPageRoutes } from './front-page/front-page.routes.ts';
import { healthRoutes } from './health/health.routes.ts';
import { instanceRoutes } from './instance/instance.routes.ts';
import { monitoringRoutes } from './monitoring/monitoring.routes.ts';
import { reportAdministrationRoutes, reportRoutes } from './report/report.routes.ts';
import { REPORT_TABLES } from './report/report.table.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { userListRoutes } from './user-list/user-list.routes.ts';
import { waitlistAdministrationRoutes, waitlistRoutes } from './waitlist/waitlist.routes.ts';
import { WAITLIST_TABLES } from './waitlist/waitlist.table.ts';

export const operations = defineFeature({
  routes: {
    public: [monitoringRoutes, frontPageRoutes, instanceRoutes],
    publicWithIdempotency: [waitlistRoutes],
    member: [reportRoutes],
    superAdmin: [setupRoutes, userListRoutes, reportAdministrationRoutes, waitlistAdministrationRoutes],
    superAdminDuringOutage: [healthRoutes],
  },
  jobs: [BACKUP],
  tables: [...REPORT_TABLES, ...WAITLIST_TABLES],
});
