import { chunk } from '#platform/chunk.ts';
import { filesOf, foldersOf } from '#platform/db/table/tables.ts';
import type { ListedFile } from '#providers/storage/storage.ts';
import type { DataRightsDeps } from '../deps.ts';
import { isPlausible } from './orphan-file.rules.ts';
import { listOrphanKeys } from './stored-file.store.ts';

const BATCH_SIZE = 1_000;
/** Keys in memory. The next run deletes more. */
const MAX_ORPHANS = 10_000;
const DELETE_CONCURRENCY = 10;

type Sweep = { before: Date; shouldContinue: () => boolean };
export type SweepResult = { deleted: number; isComplete: boolean };

/**
 * Deletes the stored files from before an instant that no row names: those of requests that broke off. Reads the storage as a stream.
 * Deletes nothing if too many files would be: then the storage probably belongs to another database.
 */
export async function deleteOrphanFiles(
  { db, storage, tables }: Pick<DataRightsDeps, 'db' | 'storage' | 'tables'>,
  { before, shouldContinue }: Sweep,
): Promise<SweepResult> {
  const orphans: string[] = [];
  let [files, found] = [0, 0];
  let isComplete = true;
  for await (const keys of inBatches(storage.list(), foldersOf(tables), before)) {
    const unnamed = await listOrphanKeys(db, filesOf(tables), keys);
    files += keys.length;
    found += unnamed.length;
    orphans.push(...unnamed.slice(0, MAX_ORPHANS - orphans.length));
    isComplete = shouldContinue();
    if (!isComplete) break;
  }
  if (!isPlausible({ files, orphans: found })) {
    throw new Error(
      `${found} of ${files} stored files are named by no row, so none was deleted. Does the storage belong to another database?`,
    );
  }
  for (const keys of chunk(orphans, DELETE_CONCURRENCY)) await Promise.all(keys.map((key) => storage.delete(key)));
  return { deleted: orphans.length, isComplete: isComplete && orphans.length === found };
}

/** The keys of older files in our folders, in batches. */
async function* inBatches(
  files: AsyncIterable<ListedFile>,
  folders: ReadonlySet<string>,
  before: Date,
): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of files) {
    if (modifiedAt >= before || !folders.has(key.split('/', 1)[0] ?? '')) continue;
    batch.push(key);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
