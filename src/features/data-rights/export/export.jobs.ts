import { defineJob } from '#access/job.ts';
import { type Loop, startLoop } from '#platform/concurrency/loop.ts';
import { codeOf } from '#platform/errors.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { ExportDeps } from '../deps.ts';
import { buildExports, buildNewExports, readExportQueue } from './export.actions.ts';
import { ExportRun } from './export.schema.ts';

export const EXPORT_QUEUE: Queue<Pick<ExportDeps, 'db'>> = { name: 'exports', read: readExportQueue };

/** How often a node looks for new exports. Their users wait. */
const POLL_INTERVAL_MS = 2_000;

/** Makes new exports while this node runs, one after the other. */
export function startExporting(deps: ExportDeps): Pick<Loop, 'stop'> {
  return startLoop({
    intervalMs: POLL_INTERVAL_MS,
    work: () => buildNewExports(deps),
    onError: (error) => deps.log.warn({ event: 'exports.failed', code: codeOf(error) }, 'exports could not be made'),
  });
}

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
