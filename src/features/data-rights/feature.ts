import { defineFeature } from '#access/feature.ts';
import { deletionRoutes } from './deletion/deletion.routes.ts';
import { ACCOUNT_ERASURE } from './deletion/erasure.jobs.ts';
import { EXPORT_BUILDING, EXPORT_QUEUE } from './export/export.jobs.ts';
import { exportRoutes } from './export/export.routes.ts';
import { EXPORT_TABLES } from './export/export.table.ts';
import { importRoutes } from './import/import.routes.ts';
import { IMPORT_TABLES } from './import/import.table.ts';
import { IMPORT_QUEUE } from './import/import-run.jobs.ts';
import { makePartitionsAtStart, PARTITIONS } from './partition/partition.jobs.ts';
import { createDataRightsParts } from './parts.ts';
import { RETENTION } from './retention/retention.jobs.ts';
import { FILE_INVARIANTS } from './retention/stored-file.invariants.ts';

/** What users do with all of their data at once: take it, bring it, erase it. */
export const dataRights = defineFeature({
  parts: createDataRightsParts,
  routes: {
    member: [exportRoutes, importRoutes, deletionRoutes],
  },
  prepare: makePartitionsAtStart,
  jobs: [EXPORT_BUILDING, ACCOUNT_ERASURE, RETENTION, PARTITIONS],
  invariants: FILE_INVARIANTS,
  queues: [EXPORT_QUEUE, IMPORT_QUEUE],
  tables: [...EXPORT_TABLES, ...IMPORT_TABLES],
});
