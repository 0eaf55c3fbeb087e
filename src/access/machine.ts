import type { Clock } from '#platform/clock.ts';
import type { Background } from '#platform/concurrency/background.ts';
import type { Db } from '#platform/db/database.ts';
import type { Reader } from '#platform/db/replica/replicas.ts';
import type { Ids } from '#platform/ids.ts';
import type { Images } from '#platform/images/images.ts';
import type { Logger } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import type { Workers } from '#platform/workers/workers.ts';

/** What a node has before its features add their parts. */
export type Machine = {
  db: Db;
  read: Reader;
  clock: Clock;
  ids: Ids;
  random: Random;
  log: Logger;
  background: Background;
  images: Images;
  workers: Workers;
  /** The address for what belongs to a session, such as LISTEN. */
  directUrl: string;
  publicUrl: string;
  /** A secret for one purpose, derived from the encryption key. */
  secretFor: (purpose: string) => string;
  /** The secrets for one purpose, of the current key and of former ones. */
  secretsFor: (purpose: string) => [string, ...string[]];
  /** Calls a function after each commit of this node. */
  onCommit: (listener: () => void) => void;
  /** Calls a function when the node closes: what was added last closes first. */
  onClose: (close: () => Promise<void> | void) => void;
};
