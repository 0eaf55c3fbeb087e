import { codeOf } from '../../platform/errors.ts';
import { createDiskStorage } from './storage.disk.ts';
import { storageErrors } from './storage.errors.ts';
import { isKey, typeOfKey } from './storage.key.ts';

export type StoredFile = { bytes: Uint8Array; contentType: string };

/**
 * Where files are kept. A key is folders and a name in letters, digits, `-` and `_`, and ends in what the file is: `.webp`,
 * `.jpg` or `.png`; any other key is nobody's file to `read`, and a mistake of ours to `put`. A file is there whole or not at
 * all, also after a crash. What does not work out in time fails with `storage.unavailable`, and may have happened all the
 * same. Never call it inside a transaction.
 */
export type Storage = {
  /** Keeps the bytes under this key, in place of those before. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The file, or null where there is none. */
  read(key: string): Promise<StoredFile | null>;
  /** Removes the file; where there is none, there is nothing to do. */
  delete(key: string): Promise<void>;
  /** All files, in no order. One that is put or deleted meanwhile may be among them or not. */
  list(): AsyncIterable<ListedFile>;
};

export type ListedFile = { key: string; modifiedAt: Date };

export type StorageSettings =
  | { kind: 'disk'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      /** Amazon's where null. */
      endpoint: string | null;
      /** Those that the machine has been given, where null. */
      credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
      /** For each call, its repetition and the last byte of its answer included; 10 seconds where not given. */
      timeoutMs?: number;
    };

/** Why a call failed, for the operator. It never holds a key, which may be all that keeps a file private. */
export type StorageFailure = { operation: keyof Storage; reason: string };

/** What an implementation knows by itself: bytes under keys that have been checked. It fails in any way it likes. */
export type ByteStore = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  read(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
  /** Everything there is, files of others and drafts too. */
  list(): AsyncIterable<ListedFile>;
};

/** Builds the storage that the settings ask for. It is not looked at before the first call. */
export async function createStorage(
  settings: StorageSettings,
  onFailure: (failure: StorageFailure) => void,
): Promise<Storage> {
  const store = await createByteStore(settings);

  async function attempt<Result>(operation: keyof Storage, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
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
    read: async (key) => {
      const bytes = isKey(key) ? await attempt('read', store.read(key)) : null;
      return bytes === null ? null : { bytes, contentType: typeOfKey(key) };
    },
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

async function createByteStore(settings: StorageSettings): Promise<ByteStore> {
  if (settings.kind === 'disk') return createDiskStorage(settings.folder);
  // Loading the SDK takes a third of a second, which a server that keeps files itself should not spend on its start.
  const { createS3Storage } = await import('./storage.s3.ts');
  return createS3Storage(settings);
}

function requireKey(key: string): void {
  if (!isKey(key)) throw new Error('This is not a key that files are stored under.');
}

/** The operating system's word for it, such as ENOSPC, or S3's, such as NoSuchBucket. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return codeOf(error) ?? error.name;
}
