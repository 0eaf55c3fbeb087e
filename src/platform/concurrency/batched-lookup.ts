import { outsideOfRun } from '../run.ts';

/**
 * Turns a lookup of many keys into a lookup of one key.
 * Keys requested in the same iteration of the event loop share one call, so a busy node sends one query in place of one for each
 * request. Nothing is cached: a result was read after it was requested.
 */
export function createBatchedLookup<Key, Found>(
  lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let open: { keys: Set<Key>; found: Promise<ReadonlyMap<Key, Found>> } | null = null;

  function openBatch() {
    const keys = new Set<Key>();
    const endOfTurn = new Promise<void>((resolve) => setImmediate(resolve));
    const found = endOfTurn.then(() => {
      open = null;
      return lookUp([...keys]);
    });
    return { keys, found };
  }

  return async (key) => {
    open ??= outsideOfRun(openBatch);
    open.keys.add(key);
    const found = await open.found;
    return found.get(key);
  };
}
