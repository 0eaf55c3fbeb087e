import type { Clock } from '#platform/clock.ts';
import { type Loop, startLoop } from '#platform/concurrency/loop.ts';
import { sleep } from '#platform/concurrency/sleep.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { QueueState } from '#platform/db/queue.ts';
import { codeOf } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { type StoredEvent, toStoredEvent } from '../event/event.rules.ts';
import { claimDue, deleteEventsBefore, existsDue, findEventQueue, lockSequence } from './sequencer.store.ts';

/** The interval of polls for events of crashed nodes, and for coalesced ones. The node that stores an event polls at once. */
const POLL_INTERVAL_MS = 1_000;
/** The pause between two looks, in which the events of a busy node gather. */
const GATHER_MS = 10;
/** Events stored in one transaction. */
const MAX_BATCH = 1_000;
/** The minimum time between two events with one key. */
export const COALESCE_MS = 3_000;
/** How long events are kept for clients that reconnect. */
export const KEPT_MS = 60 * 60_000;
const CLEANUP_INTERVAL_MS = 60_000;
/** The maximum number of events deleted at once. It is small, since new events wait meanwhile. The next run deletes more. */
const MAX_DELETED = 2_000;

/** Gives committed events their position. Nodes share the work: one of them stores at a time. */
export type Sequencer = {
  start(): void;
  /** Looks for due events now. Does nothing before `start`. */
  wake(): void;
  stop(): Promise<void>;
};

export type SequencerOptions = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Called with events in the transaction that gives them their position, in their order. */
  onEventsStored: (tx: Tx, events: readonly StoredEvent[]) => Promise<void>;
};

export function createSequencer({ db, clock, log, onEventsStored }: SequencerOptions): Sequencer {
  let loop: Loop | null = null;
  let cleanedUpAt = 0;

  const before = (ms: number) => new Date(clock.now().getTime() - ms);

  async function storeDue(tx: Tx): Promise<void> {
    const lastPosition = await lockSequence(tx);
    const batch = { since: before(COALESCE_MS), now: clock.now(), limit: MAX_BATCH };
    const rows = await claimDue(tx, lastPosition, batch);
    if (rows.length > 0) await onEventsStored(tx, rows.map(toStoredEvent));
  }

  async function work(): Promise<void> {
    while (await existsDue(db, before(COALESCE_MS))) await db.transaction().execute(storeDue);
    if (clock.now().getTime() - cleanedUpAt >= CLEANUP_INTERVAL_MS) {
      const deleted = await deleteEventsBefore(db, before(KEPT_MS), MAX_DELETED);
      if (deleted < MAX_DELETED) cleanedUpAt = clock.now().getTime();
    }
    await sleep(GATHER_MS);
  }

  return {
    start: () => {
      loop ??= startLoop({
        intervalMs: POLL_INTERVAL_MS,
        work,
        onError: (error) =>
          log.warn({ event: 'events.not-stored', code: codeOf(error) }, 'Events are not sent for now'),
      });
    },
    wake: () => loop?.wake(),
    stop: async () => loop?.stop(),
  };
}

/** Reads how many events wait for their position, for the metrics. */
export function readEventQueue({ db }: { db: Db }): Promise<QueueState> {
  return findEventQueue(db);
}
