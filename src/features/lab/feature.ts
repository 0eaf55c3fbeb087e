import { defineFeature } from '#access/feature.ts';
import { copyRoutes } from './copy/copy.routes.ts';
import { goldenSpecRoutes } from './golden-spec/golden-spec.routes.ts';
import { optimizerRoutes } from './optimizer/optimizer.routes.ts';
import { createLabParts } from './parts.ts';
import { replicationRoutes } from './replication/replication.routes.ts';
import { REPLICATION_TABLES } from './replication/replication.table.ts';
import { safetyRoutes } from './safety/safety.routes.ts';
import { STEP_PROMPTS } from './step-prompt/step-prompt.jobs.ts';
import { STEP_PROMPT_TABLES } from './step-prompt/step-prompt.table.ts';
import { templateRoutes } from './template/template.routes.ts';
import { TEMPLATE_TABLES } from './template/template.table.ts';
import { videoAdminRoutes, videoRoutes } from './video/video.routes.ts';
import { VIDEO_TABLES } from './video/video.table.ts';

export const lab = defineFeature({
  parts: createLabParts,
  routes: {
    member: [templateRoutes, copyRoutes, replicationRoutes, videoRoutes, optimizerRoutes],
    superAdmin: [safetyRoutes, goldenSpecRoutes, videoAdminRoutes],
  },
  jobs: [STEP_PROMPTS],
  tables: [...STEP_PROMPT_TABLES, ...VIDEO_TABLES, ...REPLICATION_TABLES, ...TEMPLATE_TABLES],
});
