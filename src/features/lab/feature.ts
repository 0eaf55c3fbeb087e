import { defineFeature } from '../../access/feature.ts';
import { experimentRoutes } from './copy/copy.routes.ts';
import { goldenSpecRoutes } from './golden-spec/golden-spec.routes.ts';
import { optimizerRoutes } from './optimizer/optimizer.routes.ts';
import { replicationRoutes } from './replication/replication.routes.ts';
import { safetyRoutes } from './safety/safety.routes.ts';
import { STEP_PROMPTS } from './step-prompt/step-prompt.jobs.ts';
import { labTemplateRoutes } from './template/template.routes.ts';
import { videoAdministrationRoutes, videoRoutes } from './video/video.routes.ts';

export const lab = defineFeature({
  routes: {
    member: [labTemplateRoutes, experimentRoutes, replicationRoutes, videoRoutes, optimizerRoutes],
    superAdmin: [safetyRoutes, goldenSpecRoutes, videoAdministrationRoutes],
  },
  jobs: [STEP_PROMPTS],
});
