import type { Invariant } from '#platform/db/invariant.ts';
import { filesOf, foldersOf } from '#platform/db/table/tables.ts';
import type { DataRightsDeps } from '../deps.ts';
import { fetchNamedKeys, listOrphanKeys } from './stored-file.store.ts';

type FileDeps = Pick<DataRightsDeps, 'storage' | 'clock' | 'tables'>;

/** A request may store a file before its row. */
const MAX_REQUEST_MS = 60 * 60 * 1_000;
const KEYS_PER_BATCH = 1_000;

export const FILE_INVARIANTS: readonly Invariant<FileDeps>[] = [
  {
    name: 'data-rights.missing-files',
    holds: 'Each file that a row names is in the storage.',
    advice: 'Copy it from a backup of the storage. Without one its picture stays empty: users can upload another.',
    find: async ({ db, storage, tables }, limit) => {
      const stored = new Set<string>();
      for await (const { key } of storage.list()) stored.add(key);
      const missing: string[] = [];
      for await (const keys of fetchNamedKeys(db, filesOf(tables), KEYS_PER_BATCH)) {
        missing.push(...keys.filter((key) => !stored.has(key)).slice(0, limit - missing.length));
      }
      return missing.map(nameOf);
    },
  },
  {
    name: 'data-rights.orphan-files',
    holds: 'Each file in the folders of the storage is named by a row.',
    advice:
      'Harmless: the job apply-retention deletes them within two days, unless they are too many. Then see its message.',
    find: async ({ db, storage, clock, tables }, limit) => {
      const [files, folders] = [filesOf(tables), foldersOf(tables)];
      const before = new Date(clock.now().getTime() - MAX_REQUEST_MS);
      const orphans: string[] = [];
      let batch: string[] = [];
      const look = async () => {
        orphans.push(...(await listOrphanKeys(db, files, batch)).slice(0, limit - orphans.length));
        batch = [];
      };
      for await (const { key, modifiedAt } of storage.list()) {
        if (modifiedAt >= before || !folders.has(key.split('/', 1)[0] ?? '')) continue;
        if (batch.push(key) === KEYS_PER_BATCH) await look();
      }
      await look();
      return orphans.map(nameOf);
    },
  },
];

/** A part of the key alone: the whole key of a public file is all that keeps it private. */
function nameOf(key: string): string {
  return `file ${key.length > 60 ? `${key.slice(0, 60)}…` : key}`;
}
