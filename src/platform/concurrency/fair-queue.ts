import { boundToRun } from '../run.ts';

/** A slot, taken until the first call of `release`. */
export type Slot = { release: () => void };

export type Caller = {
  key: string;
  /** Slots that this caller may have concurrently. */
  concurrency: number;
  /** Tasks of this caller that may wait. */
  maxQueue: number;
};

export type FairQueue = {
  /**
   * Takes a slot for `caller`. Calls `onSlot` immediately if one is free and later if not, or `onRejected` if none gets free in
   * time. Returns a function that stops waiting, or null if the caller does not wait.
   */
  take(
    caller: Caller,
    onSlot: (slot: Slot) => void,
    onRejected: (reason: RejectionReason) => void,
  ): (() => void) | null;
};

/** `caller`: the caller's own limit is reached. `all`: the limit of all callers is. */
export type RejectionReason = 'caller' | 'all';

export type FairQueueOptions = {
  /** Slots of all callers together. */
  concurrency: number;
  /** Tasks of all callers that may wait; no limit if absent. */
  maxQueue?: number;
  /** The maximum time a task waits; no limit if absent. */
  queueTimeoutMs?: number;
};

type Waiting = { start: () => void; timer: NodeJS.Timeout | undefined };
type Lane = { concurrency: number; running: number; queue: Set<Waiting> };

/**
 * Creates a semaphore that no caller can fill: each caller has a limit of its own.
 * Tasks of one caller run first in, first out; waiting callers are served in rotation.
 */
export function createFairQueue({ concurrency, maxQueue, queueTimeoutMs }: FairQueueOptions): FairQueue {
  const lanes = new Map<string, Lane>();
  /** Keys of waiting callers, the next one first. */
  const rotation = new Set<string>();
  let running = 0;
  let waitingOfAll = 0;

  function drop(key: string, lane: Lane, waiting: Waiting): void {
    // The caller may have returned since, in a new lane.
    if (!lane.queue.delete(waiting)) return;
    waitingOfAll -= 1;
    clearTimeout(waiting.timer);
    if (lane.queue.size === 0) rotation.delete(key);
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
      // Tasks that arrived while this one ran wait behind those of other callers.
      if (rotation.delete(key)) rotation.add(key);
      if (rotation.size > 0) startNext();
    };
    onSlot({ release });
  }

  function startNext(): void {
    for (const key of rotation) {
      if (running >= concurrency) return;
      const lane = lanes.get(key);
      if (lane === undefined || lane.running >= lane.concurrency) continue;
      const waiting = lane.queue.values().next().value;
      if (waiting === undefined) continue;
      // To the end of the rotation: a Set keeps insertion order.
      rotation.delete(key);
      rotation.add(key);
      waiting.start();
    }
  }

  return {
    take(caller, onSlot, onRejected) {
      const { key } = caller;
      const lane = lanes.get(key) ?? { concurrency: caller.concurrency, running: 0, queue: new Set() };
      if (lane.running < lane.concurrency && running < concurrency && lane.queue.size === 0) {
        begin(key, lane, onSlot);
        return null;
      }
      const reason = () => (lane.running >= lane.concurrency ? 'caller' : 'all');
      if (lane.queue.size >= caller.maxQueue || waitingOfAll >= (maxQueue ?? Number.POSITIVE_INFINITY)) {
        onRejected(lane.queue.size >= caller.maxQueue ? reason() : 'all');
        return null;
      }
      const reject = () => {
        drop(key, lane, waiting);
        onRejected(reason());
      };
      const waiting: Waiting = {
        // The release of another caller's slot starts this task, which is not part of that caller's run.
        start: boundToRun(() => {
          drop(key, lane, waiting);
          begin(key, lane, onSlot);
        }),
        timer: queueTimeoutMs === undefined ? undefined : setTimeout(reject, queueTimeoutMs),
      };
      lanes.set(key, lane);
      lane.queue.add(waiting);
      waitingOfAll += 1;
      rotation.add(key);
      return () => drop(key, lane, waiting);
    },
  };
}
