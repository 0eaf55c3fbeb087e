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

type Waiting = { start: () => void; timer: NodeJS.Timeout };
type Lane = { concurrency: number; running: number; queue: Set<Waiting> };

/**
 * Semaphore that no caller can fill. Runs `concurrency` tasks at once, of each caller no more than its own; what waits is
 * served first in, first out for each caller, and in turns among them. Nothing waits longer than `queueTimeoutMs`.
 */
export function createFairQueue({
  concurrency,
  queueTimeoutMs,
}: {
  concurrency: number;
  queueTimeoutMs: number;
}): FairQueue {
  const lanes = new Map<string, Lane>();
  /** Keys of callers that have something waiting, the next one first. */
  const turns = new Set<string>();
  let running = 0;

  function drop(key: string, lane: Lane, waiting: Waiting): void {
    // The caller may have come again since, in a new lane.
    if (!lane.queue.delete(waiting)) return;
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
      if (lane.queue.size >= caller.maxQueue) {
        onRefused(reason());
        return null;
      }
      const waiting: Waiting = {
        start: () => {
          drop(key, lane, waiting);
          begin(key, lane, onSlot);
        },
        timer: setTimeout(() => {
          drop(key, lane, waiting);
          onRefused(reason());
        }, queueTimeoutMs),
      };
      lanes.set(key, lane);
      lane.queue.add(waiting);
      turns.add(key);
      return () => drop(key, lane, waiting);
    },
  };
}
