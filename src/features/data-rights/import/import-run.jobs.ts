import { type Loop, startLoop } from '#platform/concurrency/loop.ts';
import { codeOf } from '#platform/errors.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { ImportDeps } from '../deps.ts';
import { readImportQueue, runDueImports } from './import-run.actions.ts';

const INTERVAL_MS = 5_000;

export const IMPORT_QUEUE: Queue<Pick<ImportDeps, 'db'>> = { name: 'imports', read: readImportQueue };

/** Runs queued imports while this node runs. */
export function startImporting(deps: ImportDeps): Pick<Loop, 'stop'> {
  return startLoop({
    intervalMs: INTERVAL_MS,
    work: () => runDueImports(deps),
    onError: (error) => deps.log.warn({ event: 'import.failed', code: codeOf(error) }, 'imports could not run'),
  });
}
