import { defineJob } from '../../../access/job.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import type { ExportDeps } from '../deps.ts';
import { buildExports, readExportQueue } from './export.actions.ts';
import { ExportRun } from './export.schema.ts';

export const EXPORT_QUEUE: Queue<Pick<ExportDeps, 'db'>> = { name: 'exports', read: readExportQueue };

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
