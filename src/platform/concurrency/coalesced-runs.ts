import { setTimeout as delay } from 'node:timers/promises';
import { outsideOfRun } from '../run.ts';
import { createSemaphore } from './semaphore.ts';

export type CoalescedRuns<Detail> = {
  /**
   * Runs the key once more, with this detail. Calls while the key runs or rests share one later run.
   * Resolves when a run that began after this call has ended, or when the key begins to rest. Never rejects.
   */
  ask(key: string, detail: Detail): Promise<void>;
  /** Ends all rests and resolves when every requested run has ended. */
  close(): Promise<void>;
};

export type CoalescedRunsOptions<Detail> = {
  /** Returns how long the key rests afterwards, in milliseconds. */
  run: (key: string, details: ReadonlySet<Detail>) => Promise<number>;
  /** Keys that run concurrently; others wait, first in, first out. */
  concurrency: number;
  /** Receives what `run` rejects with. */
  onError: (error: unknown) => void;
  pause?: Pause | undefined;
};

/** Waits for a time, or until the signal aborts. A timer by default. */
export type Pause = (durationMs: number, signal: AbortSignal) => Promise<unknown>;

type Batch<Detail> = { details: Set<Detail>; done: Promise<void>; resolve: () => void };
type KeyState<Detail> = { next: Batch<Detail> | undefined; isResting: boolean };

/** Runs a key immediately if it is idle, and combines requests for a busy key into a single later run. */
export function createCoalescedRuns<Detail>(options: CoalescedRunsOptions<Detail>): CoalescedRuns<Detail> {
  const { run, concurrency, onError, pause = pauseByTimer } = options;
  const semaphore = createSemaphore({ concurrency, maxQueue: Number.POSITIVE_INFINITY });
  const states = new Map<string, KeyState<Detail>>();
  const inFlight = new Set<Promise<void>>();
  const rests = new AbortController();

  async function work(key: string, state: KeyState<Detail>): Promise<void> {
    while (state.next !== undefined) {
      const restMs = await semaphore.run(() => runNext(key, state));
      if (restMs === 0 || rests.signal.aborted) continue;
      state.isResting = true;
      state.next?.resolve();
      await pause(restMs, rests.signal);
      state.isResting = false;
    }
    states.delete(key);
  }

  async function runNext(key: string, state: KeyState<Detail>): Promise<number> {
    const batch = state.next ?? newBatch();
    state.next = undefined;
    try {
      return await run(key, batch.details);
    } catch (error) {
      onError(error);
      return 0;
    } finally {
      batch.resolve();
    }
  }

  return {
    async ask(key, detail) {
      const state = states.get(key) ?? { next: undefined, isResting: false };
      const batch = state.next ?? newBatch();
      batch.details.add(detail);
      state.next = batch;
      if (!states.has(key)) {
        states.set(key, state);
        const working = outsideOfRun(() => work(key, state)).finally(() => inFlight.delete(working));
        inFlight.add(working);
      }
      if (!state.isResting) await batch.done;
    },
    async close() {
      rests.abort();
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

function newBatch<Detail>(): Batch<Detail> {
  let resolve = (): void => undefined;
  const done = new Promise<void>((end) => {
    resolve = end;
  });
  return { details: new Set(), done, resolve };
}

async function pauseByTimer(durationMs: number, signal: AbortSignal): Promise<void> {
  // An aborted rest rejects. That is no failure: the next run only starts sooner.
  await delay(durationMs, undefined, { signal }).catch(() => undefined);
}
