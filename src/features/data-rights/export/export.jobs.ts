import { defineJob } from '../../../access/job.ts';
import { buildExports } from './export.actions.ts';
import { ExportRun } from './export.schema.ts';

/** A new export starts on the node that took the request. The job makes those that were left. */
export const EXPORT_BUILDING = defineJob({
  name: 'build-exports',
  cron: '*/5 * * * *',
  description: 'Make the exports that users started',
  backfillDays: 0,
  run: buildExports,
  nothing: () => ({ results: { ready: 0, failed: 0 } }),
  route: {
    path: '/api/cron/build-exports',
    secrets: 'housekeeping',
    response: ExportRun,
  },
});
