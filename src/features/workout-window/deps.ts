import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { Ids } from '#platform/ids.ts';

export type WorkoutWindowDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  /** Matches groups again for today and tomorrow in the time zone. Never throws. */
  rebuildChains: (groups: readonly string[], timezone: string) => Promise<void>;
};
