import { defineFeature } from '../../access/feature.ts';
import { deletionRoutes } from './deletion/deletion.routes.ts';
import { ACCOUNT_ERASURE } from './deletion/erasure.jobs.ts';

/** What users do with all of their data at once: take it, bring it, erase it. */
export const dataRights = defineFeature({
  routes: { member: [deletionRoutes] },
  jobs: [ACCOUNT_ERASURE],
});
