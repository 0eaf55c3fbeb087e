import { defineFeature } from '#access/feature.ts';
import { configurationAdministrationRoutes, configurationRoutes } from './configuration/configuration.routes.ts';
import { CONFIGURATION_TABLES } from './configuration/configuration.table.ts';
import { dropRoutes } from './drop/drop.routes.ts';
import { DROP_TABLES } from './drop/drop.table.ts';
import { dropTemplateAdministrationRoutes, dropTemplateRoutes } from './drop-template/drop-template.routes.ts';
import { DROP_TEMPLATE_TABLES } from './drop-template/drop-template.table.ts';
import { ENGAGEMENT } from './engagement/engagement.jobs.ts';
import { engagementAdministrationRoutes } from './engagement/engagement.routes.ts';
import { SENDER_STATS_TABLES } from './sender-stats/sender-stats.table.ts';

export const encouragement = defineFeature({
  routes: {
    member: [dropRoutes, dropTemplateRoutes, configurationRoutes],
    superAdmin: [dropTemplateAdministrationRoutes, configurationAdministrationRoutes, engagementAdministrationRoutes],
  },
  jobs: [ENGAGEMENT],
  tables: [...DROP_TABLES, ...SENDER_STATS_TABLES, ...DROP_TEMPLATE_TABLES, ...CONFIGURATION_TABLES],
});
