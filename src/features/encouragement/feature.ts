import { defineFeature } from '../../access/feature.ts';
import { configurationAdministrationRoutes, configurationRoutes } from './configuration.routes.ts';
import { dropRoutes } from './drop.routes.ts';
import { ENGAGEMENT } from './engagement.jobs.ts';
import { engagementAdministrationRoutes } from './engagement.routes.ts';
import { dropTemplateAdministrationRoutes, dropTemplateRoutes } from './template.routes.ts';

export const encouragement = defineFeature({
  routes: {
    member: [dropRoutes, dropTemplateRoutes, configurationRoutes],
    superAdmin: [dropTemplateAdministrationRoutes, configurationAdministrationRoutes, engagementAdministrationRoutes],
  },
  jobs: [ENGAGEMENT],
});
