import { defineFeature } from '../../access/feature.ts';
import { RETENTION } from './retention/retention.jobs.ts';

/** What users do with all of their data at once: take it, bring it, erase it. */
export const dataRights = defineFeature({ jobs: [RETENTION] });
