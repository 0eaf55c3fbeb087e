import { boundToRun } from '../run.ts';

/** A slot, taken until `release` is called; a second call does nothing. */
export type Slot = { release: () => void };

export type Caller = {
  key: string;
  /** How many slots this caller may have at once. */
  concurrency: number;
  /** How many more of its tasks may wait. */
  maxQueue: number;
};

export type FairQueue = {
  /**
   * Takes a slot for `caller`. Calls `onSlot` at once if one is free, later if not, and `onRefused` if there is none in time.
   * Returns how to stop waiting, if it has to wait.
   */
  take(caller: Caller, onSlot: (slot: Slot) => void, onRefused: (reason: RefusalReason) => void): (() => void) | null;
};

/** `caller`: the caller has as much under way as one may. `all`: all callers together have. */
export type RefusalReason = 'caller' | 'all';

export type FairQueueOptions = {
  /** Slots of all callers together. */
  concurrency: number;
  /** Tasks of all callers together that may wait; no limit if absent. */
  maxQueue?: number;
  /** How long a task waits at most; no limit if absent. */
  queueTimeoutMs?: number;
};

type Waiting = { start: () => void; timer: NodeJS.Timeout | undefined };
type Lane = { concurrency: number; running: number; queue: Set<Waiting> };

/**
 * Semaphore that no caller can fill. Runs `concurrency` tasks at once, of each caller no more than its own; what waits is
 * served first in, first out for each caller, and in rotation among callers.
 */
export function createFairQueue({ concurrency, maxQueue, queueTimeoutMs }: FairQueueOptions): FairQueue {
  const lanes = new Map<string, Lane>();
  /** Keys of callers that have something waiting, the next one first. */
  const turns = new Set<string>();
  let running = 0;
  let waitingOfAll = 0;

  function drop(key: string, lane: Lane, waiting: Waiting): void {
    // The caller may have come again since, in a new lane.
    if (!lane.queue.delete(waiting)) return;
    waitingOfAll -= 1;
    clearTimeout(waiting.timer);
    if (lane.queue.size === 0) turns.delete(key);
    forgetIdle(key, lane);
  }

  function forgetIdle(key: string, lane: Lane): void {
    if (lane.queue.size === 0 && lane.running === 0) lanes.delete(key);
  }

  function begin(key: string, lane: Lane, onSlot: (slot: Slot) => void): void {
    lanes.set(key, lane);
    lane.running += 1;
    running += 1;
    let isTaken = true;
    const release = () => {
      if (!isTaken) return;
      isTaken = false;
      lane.running -= 1;
      running -= 1;
      forgetIdle(key, lane);
      // What came while its task ran waits behind the others.
      if (turns.delete(key)) turns.add(key);
      if (turns.size > 0) startNext();
    };
    onSlot({ release });
  }

  function startNext(): void {
    for (const key of turns) {
      if (running >= concurrency) return;
      const lane = lanes.get(key);
      if (lane === undefined || lane.running >= lane.concurrency) continue;
      const waiting = lane.queue.values().next().value;
      if (waiting === undefined) continue;
      // Behind all others: a Set keeps the order in which keys were added.
      turns.delete(key);
      turns.add(key);
      waiting.start();
    }
  }

  return {
    take(caller, onSlot, onRefused) {
      const { key } = caller;
      const lane = lanes.get(key) ?? { concurrency: caller.concurrency, running: 0, queue: new Set() };
      if (lane.running < lane.concurrency && running < concurrency && lane.queue.size === 0) {
        begin(key, lane, onSlot);
        return null;
      }
      const reason = () => (lane.running >= lane.concurrency ? 'caller' : 'all');
      if (lane.queue.size >= caller.maxQueue || waitingOfAll >= (maxQueue ?? Number.POSITIVE_INFINITY)) {
        onRefused(lane.queue.size >= caller.maxQueue ? reason() : 'all');
        return null;
      }
      const refuse = () => {
        drop(key, lane, waiting);
        onRefused(reason());
      };
      const waiting: Waiting = {
        // Whoever releases a slot begins the task of another, which is no part of the run that ends.
        start: boundToRun(() => {
          drop(key, lane, waiting);
          begin(key, lane, onSlot);
        }),
        timer: queueTimeoutMs === undefined ? undefined : setTimeout(refuse, queueTimeoutMs),
      };
      lanes.set(key, lane);
      lane.queue.add(waiting);
      waitingOfAll += 1;
      turns.add(key);
      return () => drop(key, lane, waiting);
    },
  };
}
