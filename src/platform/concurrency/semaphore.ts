import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { declareErrors } from '../errors.ts';
import { boundToRun } from '../run.ts';

export type Semaphore = {
  /**
   * Runs the task once a slot is free.
   *
   * @throws {server.queue-full}
   */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
};

export type SemaphoreOptions = {
  /** Tasks that run concurrently; 1 if absent. */
  concurrency?: number;
  /** Tasks that wait for a slot. */
  maxQueue: number;
  /** The maximum time a task waits before it is rejected; no limit if absent. */
  queueTimeoutMs?: number;
};

const semaphoreErrors = declareErrors({
  queueFull: {
    status: 503,
    code: 'server.queue-full',
    message: 'The server is busy with other requests of this kind. Try again in a moment.',
  },
});

/** Runs at most `concurrency` tasks concurrently, first in, first out. */
export function createSemaphore({
  concurrency = 1,
  maxQueue,
  queueTimeoutMs = Number.POSITIVE_INFINITY,
}: SemaphoreOptions): Semaphore {
  const slots = bulkhead(concurrency, maxQueue);
  return {
    run: async (task) => {
      const queuedAt = performance.now();
      // The end of another task starts a waiting one, which is not part of that task's run.
      const taskOfCaller = boundToRun(task);
      try {
        return await slots.execute(async () => {
          if (performance.now() - queuedAt > queueTimeoutMs) throw semaphoreErrors.queueFull();
          return taskOfCaller();
        });
      } catch (error) {
        if (isBulkheadRejectedError(error)) throw semaphoreErrors.queueFull();
        throw error;
      }
    },
  };
}
