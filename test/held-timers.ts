import { onTestFinished } from 'vitest';

export type HeldTimers = {
  /** How long each timer that was held should have run, in milliseconds, in the order in which they were set. */
  durations: number[];
  /** How many are held now. */
  count(): number;
  /** Lets the held timers ring, as if their time had passed. */
  pass(): void;
};

/**
 * Holds timers of `setTimeout` and `AbortSignal.timeout` until the test lets their time pass; all others run.
 * Has an effect on this thread until the test ends. Choose durations that nothing else uses.
 */
export function holdTimers(isHeld: (durationMs: number) => boolean): HeldTimers {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const { timeout: signalAfter } = AbortSignal;
  const durations: number[] = [];
  const held = new Map<unknown, () => void>();

  const setOrHold = (ring: (...values: unknown[]) => void, durationMs = 0, ...values: unknown[]) => {
    if (!isHeld(durationMs)) return set(ring, durationMs, ...values);
    // A timer all the same, since some are told not to keep the process alive.
    const timer = set(() => undefined, MAX_TIMER_MS);
    durations.push(durationMs);
    held.set(timer, () => ring(...values));
    return timer;
  };
  globalThis.setTimeout = setOrHold as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    held.delete(timer);
    clear(timer);
  };
  AbortSignal.timeout = (durationMs) => {
    if (!isHeld(durationMs)) return signalAfter.call(AbortSignal, durationMs);
    const abort = new AbortController();
    durations.push(durationMs);
    held.set(abort, () => abort.abort(new DOMException('The operation timed out.', 'TimeoutError')));
    return abort.signal;
  };
  onTestFinished(() => {
    globalThis.setTimeout = set;
    globalThis.clearTimeout = clear;
    AbortSignal.timeout = signalAfter;
    for (const timer of held.keys()) if (!(timer instanceof AbortController)) clear(timer as NodeJS.Timeout);
  });

  const pass = () => {
    for (const [timer, ring] of [...held]) {
      held.delete(timer);
      if (!(timer instanceof AbortController)) clear(timer as NodeJS.Timeout);
      ring();
    }
  };
  return { durations, count: () => held.size, pass };
}

/** The longest that Node takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;
