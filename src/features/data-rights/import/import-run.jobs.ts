import { defineQueue } from '#platform/jobs/queue.ts';
import type { ImportDeps } from '../deps.ts';
import { readImportQueue, runDueImports } from './import-run.actions.ts';

export const IMPORT_QUEUE = defineQueue<ImportDeps>({
  name: 'imports',
  read: readImportQueue,
  everyMs: 5_000,
  work: runDueImports,
  failure: { event: 'import.failed', message: 'imports could not run' },
});
