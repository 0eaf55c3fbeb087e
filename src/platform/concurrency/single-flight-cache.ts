import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { outsideOfRun } from '../run.ts';
import { createSemaphore } from './semaphore.ts';

/**
 * The answer under this key as it was computed a moment ago, or else as `compute` does it now. Whoever asks meanwhile waits
 * for the same one, and answers under different keys are computed one after another. What fails is not remembered. Throws
 * what `compute` throws, and `server.queue-full`.
 */
export type SingleFlightCache = (key: string, compute: () => Promise<Uint8Array>) => Promise<Uint8Array>;

export type SingleFlightCacheOptions = { clock: Clock; milliseconds: number; maxBytes: number; maxQueue: number };

/** Remembers for a moment what is costly to compute and the same for everybody, so that many who ask cost as much as one. */
export function createSingleFlightCache({
  clock,
  milliseconds,
  maxBytes,
  maxQueue,
}: SingleFlightCacheOptions): SingleFlightCache {
  const known = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: milliseconds,
    ttlResolution: 0,
    // What is out of date takes no memory until somebody asks.
    ttlAutopurge: true,
    perf: { now: () => clock.now().getTime() },
  });
  const inFlight = new Map<string, Promise<Uint8Array>>();
  const semaphore = createSemaphore({ maxQueue });

  async function computeNow(key: string, compute: () => Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      const answer = await semaphore.run(compute);
      known.set(key, answer);
      return answer;
    } finally {
      inFlight.delete(key);
    }
  }

  return (key, compute) => {
    const answer = known.get(key);
    if (answer !== undefined) return Promise.resolve(answer);
    const computation = inFlight.get(key) ?? outsideOfRun(() => computeNow(key, compute));
    inFlight.set(key, computation);
    return computation;
  };
}
