import { defineFeature } from '#access/feature.ts';
import { conversionRoutes } from './conversion.routes.ts';
import { usageRoutes } from './usage.routes.ts';
import { USAGE_TABLES } from './usage.table.ts';

export const usage = defineFeature({
  routes: {
    member: [usageRoutes],
    superAdmin: [conversionRoutes],
  },
  tables: [...USAGE_TABLES],
});
