import { defineFeature } from '../../access/feature.ts';
import { configurationAdministrationRoutes, configurationRoutes } from './configuration/configuration.routes.ts';
import { dropRoutes } from './drop/drop.routes.ts';
import { dropTemplateAdministrationRoutes, dropTemplateRoutes } from './drop-template/drop-template.routes.ts';
import { ENGAGEMENT } from './engagement/engagement.jobs.ts';
import { engagementAdministrationRoutes } from './engagement/engagement.routes.ts';

export const encouragement = defineFeature({
  routes: {
    member: [dropRoutes, dropTemplateRoutes, configurationRoutes],
    superAdmin: [dropTemplateAdministrationRoutes, configurationAdministrationRoutes, engagementAdministrationRoutes],
  },
  jobs: [ENGAGEMENT],
});
