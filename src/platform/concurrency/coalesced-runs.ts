import { setTimeout as delay } from 'node:timers/promises';
import { outsideOfRun } from '../run.ts';
import { createSemaphore } from './semaphore.ts';

export type CollectedRuns<Detail> = {
  /**
   * Has the key run once more, with this detail. Calls that come while the key runs or rests share one later run. Resolves
   * once a run that has begun after this call has ended, or at the beginning of a rest. Never rejects.
   */
  ask(key: string, detail: Detail): Promise<void>;
  /** Ends all rests, now and later, and resolves when every run that was asked for has ended. */
  close(): Promise<void>;
};

export type CollectedRunsOptions<Detail> = {
  /** Returns how long the key rests afterwards, in milliseconds. */
  run: (key: string, details: ReadonlySet<Detail>) => Promise<number>;
  /** Keys that run at once; others wait, first in, first out. */
  concurrency: number;
  /** Receives what `run` rejects with. */
  onError: (error: unknown) => void;
  pause?: Pause | undefined;
};

/** Waits so long, or until the signal aborts; by a timer if absent. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

type Batch<Detail> = { details: Set<Detail>; done: Promise<void>; resolve: () => void };
type KeyState<Detail> = { next: Batch<Detail> | undefined; isResting: boolean };

/** Runs work of a key at once where the key is quiet, and collects what is asked of a busy one into a single later run. */
export function createCollectedRuns<Detail>(options: CollectedRunsOptions<Detail>): CollectedRuns<Detail> {
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

async function pauseByTimer(milliseconds: number, signal: AbortSignal): Promise<void> {
  // What an ended rest rejects with is no failure: the run that follows comes sooner.
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
