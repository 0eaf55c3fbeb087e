import type { Machine } from '#access/machine.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { collectionsOf } from '#platform/db/table/tables.ts';
import type { DataRightsDeps } from './deps.ts';
import { createImportReader } from './import/import-reader.actions.ts';

/** How long a request waits for another export of this node. */
const EXPORT_WAIT_MS = 20_000;

type DataRightsParts = Pick<
  DataRightsDeps,
  'exportSemaphore' | 'importReader' | 'importMaxBytes' | 'importTextBytes' | 'importPhotos'
>;

type Settings = { config: { importMaxBytes: number; importTextBytes: number; importPhotos: number } };

export function createDataRightsParts(deps: Pick<DataRightsDeps, 'tables'> & Machine & Settings): DataRightsParts {
  const { importMaxBytes, importTextBytes, importPhotos } = deps.config;
  const importReader = createImportReader(collectionsOf(deps.tables));
  deps.onClose(importReader.close);
  return {
    importReader,
    importMaxBytes,
    importTextBytes,
    importPhotos,
    exportSemaphore: createSemaphore({ concurrency: 2, maxQueue: 10, queueTimeoutMs: EXPORT_WAIT_MS }),
  };
}
