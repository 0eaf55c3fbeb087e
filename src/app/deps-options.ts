import type { Clock } from '#platform/clock.ts';
import type { DatabaseAddresses } from '#platform/db/connection/addresses.ts';
import type { Logger } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { PasswordHashing } from '#providers/identity/identity.ts';
import type { Config } from './config.ts';

export type DepsOptions = {
  config: Config;
  /** Of a migrated database. */
  addresses: DatabaseAddresses;
  clock: Clock;
  random: Random;
  log: Logger;
  version: string;
  isDraining: () => boolean;
  tracing?: Tracing | null;
  /** Names of the providers that a sandbox replaces. */
  sandboxed?: ReadonlySet<string>;
  /** The build of the web client. */
  webFolder?: string;
  /** Statement timeout of the database, for tests. */
  queryTimeoutMs?: number;
  /** How long a statement waits for a connection of the database, for tests. */
  connectTimeoutMs?: number;
  /** The maximum time of a call of the payment provider, for tests. */
  paymentTimeoutMs?: number;
  /** The maximum time of a fetch of the keys of access tokens, for tests. */
  keySetTimeoutMs?: number;
  /** The maximum time of each statement of a search, for tests. */
  searchSeconds?: number;
  /** Default true. Tests that change accounts by SQL expect the next request to notice. */
  cachesAccounts?: boolean;
  /** Of the built-in identity provider, for tests. */
  passwordHashing?: PasswordHashing;
};
