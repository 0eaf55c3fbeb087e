import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { declareErrors } from '../errors.ts';
import { boundToRun } from '../run.ts';

export type Semaphore = {
  /** Runs the task once a slot is free. @throws {server.queue-full}, and what the task throws */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
};

export type SemaphoreOptions = {
  /** Tasks that run at once; 1 if absent. */
  concurrency?: number;
  /** Tasks that wait for a slot. */
  maxQueue: number;
  /** How long a task may wait before it is rejected instead of started; no limit if absent. */
  queueTimeoutMs?: number;
};

const semaphoreErrors = declareErrors({
  queueFull: {
    status: 503,
    code: 'server.queue-full',
    message: 'The server is busy with other requests of this kind. Try again in a moment.',
  },
});

/** Runs at most `concurrency` tasks at once, first in, first out. */
export function createSemaphore({
  concurrency = 1,
  maxQueue,
  queueTimeoutMs = Number.POSITIVE_INFINITY,
}: SemaphoreOptions): Semaphore {
  const slots = bulkhead(concurrency, maxQueue);
  return {
    run: async (task) => {
      const queuedAt = performance.now();
      // A waiting task is started by the one that ends before it, which belongs to another caller's run.
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
