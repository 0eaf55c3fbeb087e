import { createFairQueue } from './fair-queue.ts';

/** Runs the task when its key is served. */
export type FairSemaphore = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

export type FairSemaphoreOptions = {
  /** Tasks that run concurrently, in total and for each key. */
  concurrency: number;
  concurrencyPerKey: number;
  /** Tasks that wait, in total and for each key. */
  maxQueue: number;
  maxQueuePerKey: number;
  /** Creates the error for a full queue. */
  queueFull: () => Error;
  /** Creates the error for a full queue of one key. */
  queueOfKeyFull: () => Error;
};

/** Creates a fair queue for promises: many tasks of one key delay a task of another key by at most one task. */
export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { concurrency, concurrencyPerKey, maxQueue, maxQueuePerKey } = options;
  const queue = createFairQueue({ concurrency, maxQueue });
  return (key, task) =>
    new Promise((resolve, reject) => {
      queue.take(
        { key, concurrency: concurrencyPerKey, maxQueue: maxQueuePerKey },
        (slot) => void task().then(resolve, reject).finally(slot.release),
        (reason) => reject(reason === 'caller' ? options.queueOfKeyFull() : options.queueFull()),
      );
    });
}
