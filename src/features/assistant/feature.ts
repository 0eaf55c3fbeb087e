import { defineFeature } from '#access/feature.ts';
import { NOTE_ANALYSIS, NOTE_ANALYSIS_WORKER } from './analysis/analysis.jobs.ts';
import { analysisRoutes } from './analysis/analysis.routes.ts';
import { ANALYSIS_TABLES } from './analysis/analysis.table.ts';
import { DAILY_DROP_WORKER, DAILY_DROPS } from './daily-drop/daily-drop.jobs.ts';
import { BATCH_TABLES } from './distributed-run/batch.table.ts';
import { createAssistantParts } from './parts.ts';

export const assistant = defineFeature({
  parts: createAssistantParts,
  routes: {
    member: [analysisRoutes],
  },
  jobs: [NOTE_ANALYSIS, DAILY_DROPS],
  helps: [NOTE_ANALYSIS_WORKER, DAILY_DROP_WORKER],
  tables: [...ANALYSIS_TABLES, ...BATCH_TABLES],
});
