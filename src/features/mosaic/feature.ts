import { defineFeature } from '#access/feature.ts';
import { MOSAIC_OF_TODAY, MOSAIC_OF_YESTERDAY } from './mosaic.jobs.ts';
import { mosaicGenerationRoutes, mosaicRoutes } from './mosaic.routes.ts';
import { MOSAIC_TABLES } from './mosaic.table.ts';
import { MOSAICS } from './mosaic-day.rules.ts';
import { mosaicListRoutes } from './mosaic-list.routes.ts';
import { createMosaicParts } from './parts.ts';

export const mosaic = defineFeature({
  parts: createMosaicParts,
  routes: {
    member: [mosaicRoutes, mosaicListRoutes],
    superAdminOrMachine: [mosaicGenerationRoutes],
  },
  jobs: [MOSAIC_OF_TODAY, MOSAIC_OF_YESTERDAY],
  publicFolders: [MOSAICS],
  tables: [...MOSAIC_TABLES],
});
