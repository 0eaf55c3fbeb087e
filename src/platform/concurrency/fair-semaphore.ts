import { createFairQueue } from './fair-queue.ts';

/** Runs the task once it is its key's turn. */
export type FairSemaphore = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

export type FairSemaphoreOptions = {
  /** Tasks that run at once, in all and of one key. */
  concurrency: number;
  concurrencyPerKey: number;
  /** Tasks that wait, in all and of one key. */
  maxQueue: number;
  maxQueuePerKey: number;
  /** Makes the error where too many tasks wait in all. */
  queueFull: () => Error;
  /** Makes the error where too many tasks of one key wait. */
  queueOfKeyFull: () => Error;
};

/** A fair queue for promises: many tasks of one key, such as a person, delay a task of another by at most one task. */
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
