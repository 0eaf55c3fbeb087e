import DataLoader from 'dataloader';
import { outsideOfRun } from '../run.ts';

/**
 * Turns a lookup of many keys into a lookup of one key.
 * Keys requested in the same iteration of the event loop share one call, so a busy node sends one query in place of one for each
 * request. Nothing is cached: a result was read after it was requested.
 */
export function createBatchedLookup<Key, Found>(
  lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const loader = new DataLoader<Key, Found | undefined>(
    async (keys) => {
      // Without its cache, a loader repeats keys.
      const found = await lookUp([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
    { cache: false, batchScheduleFn: (dispatch) => outsideOfRun(() => setImmediate(dispatch)) },
  );
  return (key) => loader.load(key);
}
