import { outsideOfRun } from '../run.ts';

/**
 * Makes of a lookup of many keys one of a single key: keys that are asked for in the same turn of the event loop share one
 * call, so that a busy node asks the database once where it would have asked for each request. Nothing is remembered: what
 * comes back was looked up after it was asked for.
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
