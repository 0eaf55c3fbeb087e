import { defineFeature } from '../../access/feature.ts';
import { experimentRoutes } from './experiment.routes.ts';
import { goldenSpecRoutes } from './golden-spec.routes.ts';
import { optimizerRoutes } from './optimizer.routes.ts';
import { replicationRoutes } from './replication.routes.ts';
import { safetyRoutes } from './safety.routes.ts';
import { STEP_PROMPTS } from './step-prompt.jobs.ts';
import { labTemplateRoutes } from './template.routes.ts';
import { videoAdministrationRoutes, videoRoutes } from './video.routes.ts';

export const lab = defineFeature({
  routes: {
    member: [labTemplateRoutes, experimentRoutes, replicationRoutes, videoRoutes, optimizerRoutes],
    superAdmin: [safetyRoutes, goldenSpecRoutes, videoAdministrationRoutes],
  },
  jobs: [STEP_PROMPTS],
});
