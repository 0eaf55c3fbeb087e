import type { Readable } from 'node:stream';

export type StoredFile = { bytes: Uint8Array; contentType: string };

/** A file that is read as a stream. The caller reads or destroys it. */
export type OpenedFile = { stream: Readable; sizeBytes: number };

export type ListedFile = { key: string; modifiedAt: Date };

/**
 * Stores files under keys. A key consists of folders and a name of letters, digits, `-` and `_`, with the ending `.webp`,
 * `.jpg`, `.png` or `.zip`. A file is stored completely or not at all, also after a crash. Never call it inside a transaction.
 * All functions throw `storage.unavailable` if the storage fails or is too slow. The operation may have happened then.
 */
export type Storage = {
  /** Creates or replaces the file. An invalid key is a bug and throws an `Error`. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Creates or replaces a file of any length, with constant memory. Rejects with the error of `chunks` if they fail. */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null if the file does not exist or the key is invalid. */
  read(key: string): Promise<StoredFile | null>;
  /** Opens a file of any length. Null as with `read`. */
  open(key: string): Promise<OpenedFile | null>;
  /** Deletes the file if it exists. */
  delete(key: string): Promise<void>;
  /** All files, in no order. Files that are put or deleted meanwhile may be included. */
  list(): AsyncIterable<ListedFile>;
};

export type StorageSettings =
  | { kind: 'disk'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      /** Null: the endpoint of AWS. */
      endpoint: string | null;
      /** Null: the credentials of the machine. */
      credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
      /** For each call, including a retry and the last byte of the response. Default: 10,000. */
      timeoutMs?: number;
    };

/** Why a call failed, for the operator. Contains no key: a key may be all that keeps a file private. */
export type StorageFailure = { operation: keyof Storage; reason: string };

/** Bytes under valid keys. Implementations may reject with any error. */
export type ByteStore = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  read(key: string): Promise<Uint8Array | null>;
  open(key: string): Promise<OpenedFile | null>;
  delete(key: string): Promise<void>;
  /** All files, including drafts and files of other programs. */
  list(): AsyncIterable<ListedFile>;
};
