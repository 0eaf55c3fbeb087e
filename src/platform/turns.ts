import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { boundToRun } from './db/steps.ts';
import { declareErrors } from './errors.ts';

/** Does the work once enough of what came before it has ended. Throws `server.queue-full` where too much waits already. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const turnErrors = declareErrors({
  queueFull: {
    status: 503,
    code: 'server.queue-full',
    message: 'Too much of this is waiting to be done. Try again in a moment.',
  },
});

/**
 * So many works at a time in this process, in the order in which they come; `mostWaiting` of them wait at most. One whose turn
 * comes after more than `patienceMs` is not begun: whoever asked for it has gone.
 */
export function createTurns(mostWaiting: number, atOnce = 1, patienceMs = Number.POSITIVE_INFINITY): TakeTurn {
  const turns = bulkhead(atOnce, mostWaiting);
  return async (work) => {
    const askedAt = performance.now();
    // What waits is begun by whatever ends before it.
    const workOfCaller = boundToRun(work);
    try {
      return await turns.execute(async () => {
        if (performance.now() - askedAt > patienceMs) throw turnErrors.queueFull();
        return workOfCaller();
      });
    } catch (error) {
      if (isBulkheadRejectedError(error)) throw turnErrors.queueFull();
      throw error;
    }
  };
}
