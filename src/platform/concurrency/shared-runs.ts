/**
 * Runs work for many concurrent callers: a key runs once at a time, and calls during a run share the next one. Nothing is cached: every
 * result was computed after its call.
 */
export function createSharedRuns<Key, Result>(work: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const inFlight = new Map<Key, Promise<unknown>>();
  const next = new Map<Key, Promise<Result>>();

  async function runAfter(previous: Promise<unknown> | undefined, key: Key): Promise<Result> {
    // The callers of the previous run handle its error.
    await previous?.catch(() => undefined);
    next.delete(key);
    const run = work(key);
    inFlight.set(key, run);
    try {
      return await run;
    } finally {
      if (inFlight.get(key) === run) inFlight.delete(key);
    }
  }

  return (key) => {
    const shared = next.get(key) ?? runAfter(inFlight.get(key), key);
    next.set(key, shared);
    return shared;
  };
}
