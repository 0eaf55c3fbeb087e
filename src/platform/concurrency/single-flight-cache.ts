import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { outsideOfRun } from '../run.ts';
import { createSemaphore } from './semaphore.ts';

/**
 * Returns the cached result of the key, or computes it.
 * Concurrent callers of a key share one computation; keys are computed one after another. Failures are not cached.
 *
 * @throws {server.queue-full}
 */
export type SingleFlightCache<Value extends Sized = Uint8Array> = (
  key: string,
  compute: () => Promise<Value>,
) => Promise<Value>;

/** What takes this much memory. */
type Sized = { byteLength: number };

export type SingleFlightCacheOptions = { clock: Clock; ttlMs: number; maxBytes: number; maxQueue: number };

/**
 * Caches results that are expensive to compute and the same for all users, for at most `ttlMs`. All nodes drop them at the multiples of
 * `ttlMs` on the clock: if each node had its own instants, users would get old and new results alternately.
 */
export function createSingleFlightCache<Value extends Sized = Uint8Array>({
  clock,
  ttlMs,
  maxBytes,
  maxQueue,
}: SingleFlightCacheOptions): SingleFlightCache<Value> {
  const results = new LRUCache<string, Value>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: ttlMs,
    ttlResolution: 0,
    // Expired results are dropped without a request.
    ttlAutopurge: true,
    perf: { now: () => clock.now().getTime() },
  });
  // The library's `fetch` keeps computations among the results, and drops them for room.
  const inFlight = new Map<string, Promise<Value>>();
  const semaphore = createSemaphore({ maxQueue });

  async function computeNow(key: string, compute: () => Promise<Value>): Promise<Value> {
    try {
      const result = await semaphore.run(compute);
      results.set(key, result, { ttl: ttlMs - (clock.now().getTime() % ttlMs) });
      return result;
    } finally {
      inFlight.delete(key);
    }
  }

  return (key, compute) => {
    const result = results.get(key);
    if (result !== undefined) return Promise.resolve(result);
    const computation = inFlight.get(key) ?? outsideOfRun(() => computeNow(key, compute));
    inFlight.set(key, computation);
    return computation;
  };
}
