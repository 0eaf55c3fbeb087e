import type { Clock } from '#platform/clock.ts';
import type { Signatures } from '#platform/crypto/signatures.ts';
import type { Logger } from '#platform/log.ts';
import type { Storage } from '#providers/storage/storage.ts';

export type MediaDeps = {
  clock: Clock;
  log: Logger;
  publicUrl: string;
  storage: Storage;
  /** Signs the URLs of private files. */
  mediaSignatures: Signatures;
  /** By folder: what says who may see its files now. Files of other private folders are served as long as they exist. */
  fileReaders: Readonly<Record<string, FindFileReaders>>;
};

/** Who may see a file: its owner, and an audience besides, unless it is null. */
export type FileReaders = { audience: string | null };

/** Undefined if nothing shows the file. Implemented by higher features. */
export type FindFileReaders = (key: string) => Promise<FileReaders | undefined>;
