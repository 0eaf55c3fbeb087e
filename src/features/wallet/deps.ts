import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { Ids } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';

export type WalletDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  /** Which of these users have an active subscription. */
  listActiveSubscribers: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The tone packs that were bought by these transactions, by the id of the transaction. */
  listPacksOfTransactions: (ids: readonly string[]) => Promise<ReadonlyMap<string, { id: string; name: string }>>;
};
