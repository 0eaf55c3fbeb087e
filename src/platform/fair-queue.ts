/** Runs the task once it is its key's turn. */
export type FairQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

export type FairQueueOptions = {
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

type KeyState = { name: string; running: number; waiting: (() => void)[] };

/**
 * Semaphore with a queue for each key, such as a person, served in rotation: many tasks of one key delay a task of another
 * by at most one task. Tasks of one key start first in, first out. Rejects with `queueFull` or `queueOfKeyFull`.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, concurrencyPerKey, maxQueue, maxQueuePerKey } = options;
  // In the order of their turns.
  const keys = new Map<string, KeyState>();
  let running = 0;
  let waiting = 0;

  function start(key: KeyState): void {
    running += 1;
    key.running += 1;
    moveToEnd(key);
  }

  function moveToEnd(key: KeyState): void {
    keys.delete(key.name);
    keys.set(key.name, key);
  }

  function end(key: KeyState): void {
    running -= 1;
    key.running -= 1;
    // What waits of this key has come while its task ran: others go first.
    moveToEnd(key);
    startWaiting();
    if (key.running === 0 && key.waiting.length === 0) keys.delete(key.name);
  }

  function startWaiting(): void {
    while (running < concurrency) {
      const key = nextKey();
      const resume = key?.waiting.shift();
      if (key === undefined || resume === undefined) return;
      waiting -= 1;
      start(key);
      resume();
    }
  }

  function nextKey(): KeyState | undefined {
    for (const key of keys.values()) {
      if (key.waiting.length > 0 && key.running < concurrencyPerKey) return key;
    }
    return undefined;
  }

  async function waitForTurn(key: KeyState): Promise<void> {
    if (key.waiting.length >= maxQueuePerKey) throw options.queueOfKeyFull();
    if (waiting >= maxQueue) throw options.queueFull();
    waiting += 1;
    keys.set(key.name, key);
    await new Promise<void>((resume) => key.waiting.push(resume));
  }

  return async (name, task) => {
    const key = keys.get(name) ?? { name, running: 0, waiting: [] };
    if (running < concurrency && key.running < concurrencyPerKey) start(key);
    else await waitForTurn(key);
    try {
      return await task();
    } finally {
      end(key);
    }
  };
}
