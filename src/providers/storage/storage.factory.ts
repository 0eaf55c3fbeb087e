import { codeOf } from '#platform/errors.ts';
import type { CallWatch } from '#platform/outbound/call-watch.ts';
import { createDiskStorage } from './storage.disk.ts';
import { storageErrors } from './storage.errors.ts';
import { isKey, typeOfKey } from './storage.key.ts';
import type { ByteStore, Storage, StorageFailure, StorageSettings } from './storage.ts';

/** Creates the storage. Does not connect before the first call. */
export async function createStorage(
  settings: StorageSettings,
  onFailure: (failure: StorageFailure) => void,
  watch?: CallWatch,
): Promise<Storage> {
  const store = await createByteStore(settings, watch);

  async function attempt<Result>(operation: keyof Storage, call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      onFailure({ operation, reason: reasonOf(error) });
      throw storageErrors.unavailable();
    }
  }

  return {
    put: async (key, bytes) => {
      requireKey(key);
      await attempt('put', store.put(key, bytes));
    },
    putStream: async (key, chunks) => {
      requireKey(key);
      let source: { error: unknown } | null = null;
      const watched = (async function* () {
        try {
          yield* chunks;
        } catch (error) {
          source = { error };
          throw error;
        }
      })();
      try {
        await store.putStream(key, watched);
      } catch (error) {
        const failed = source as { error: unknown } | null;
        if (failed !== null) throw failed.error;
        await attempt('putStream', Promise.reject(error));
      }
    },
    read: async (key) => {
      const bytes = isKey(key) ? await attempt('read', store.read(key)) : null;
      return bytes === null ? null : { bytes, contentType: typeOfKey(key) };
    },
    open: async (key) => (isKey(key) ? attempt('open', store.open(key)) : null),
    delete: async (key) => {
      requireKey(key);
      await attempt('delete', store.delete(key));
    },
    list: async function* () {
      const files = store.list()[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await attempt('list', files.next());
        if (done) return;
        if (isKey(value.key)) yield value;
      }
    },
  };
}

async function createByteStore(settings: StorageSettings, watch?: CallWatch): Promise<ByteStore> {
  if (settings.kind === 'disk') return createDiskStorage(settings.folder);
  // Loading the SDK takes a third of a second.
  const { createS3Storage } = await import('./storage.s3.ts');
  return createS3Storage(settings, watch);
}

function requireKey(key: string): void {
  if (!isKey(key)) throw new Error('The storage key is invalid.');
}

/** The error code of the operating system (ENOSPC) or the error name of S3 (NoSuchBucket). */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return codeOf(error) ?? error.name;
}
