import { defineJob } from '#access/job.ts';
import { defineQueue } from '#platform/jobs/queue.ts';
import type { ExportDeps } from '../deps.ts';
import { buildExports, buildNewExports, readExportQueue } from './export.actions.ts';
import { ExportRun } from './export.schema.ts';

/** New exports. Their users wait, so nodes look often. */
export const EXPORT_QUEUE = defineQueue<ExportDeps>({
  name: 'exports',
  read: readExportQueue,
  everyMs: 2_000,
  work: buildNewExports,
  failure: { event: 'exports.failed', message: 'exports could not be made' },
});

/** Makes the exports that failed, or whose node stopped. */
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
