import type { Clock } from '../../platform/clock.ts';
import type { Signatures } from '../../platform/crypto/signatures.ts';
import type { Logger } from '../../platform/log.ts';
import type { Storage } from '../../providers/storage/storage.ts';

export type MediaDeps = {
  clock: Clock;
  log: Logger;
  publicUrl: string;
  storage: Storage;
  /** Signs the URLs of private files. */
  mediaSignatures: Signatures;
};
