import type { Clock } from '#platform/clock.ts';
import type { CoalescedRuns } from '#platform/concurrency/coalesced-runs.ts';
import type { Db } from '#platform/db/database.ts';
import type { Ids } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Workers } from '#platform/workers/workers.ts';

export type ChainDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  workers: Workers;
  rematches: Rematches;
};

/** Matches groups again after changes, for the calendars of these time zones. Runs of one group never overlap. */
export type Rematches = CoalescedRuns<string>;
