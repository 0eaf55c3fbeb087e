import { defineFeature } from '../../access/feature.ts';
import { importRoutes } from './import/import.routes.ts';

/** What users do with all of their data at once: take it, bring it, erase it. */
export const dataRights = defineFeature({ routes: { member: [importRoutes] } });
