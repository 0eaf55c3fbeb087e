import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import type { Workers } from '#platform/workers/workers.ts';
import type { CalculatorName } from '../calculator/calculator.schema.ts';
import type { LabDeps } from '../deps.ts';
import { type Ranking, rankCombinations } from './optimizer.rules.ts';
import { DEFAULT_RESULTS, type Optimization, type OptimizationRequest } from './optimizer.schema.ts';

const RULES = new URL('./optimizer.rules.ts', import.meta.url);

/** All calculators except the one that is running. */
const MAX_QUEUE = 5;

/**
 * Computes the ranking of a calculator in a worker thread at the first request, and caches it in this node. Concurrent callers
 * share one computation; a failed one is not cached. One runs at a time, so that other requests keep a processor and a thread.
 */
export function createRankings(workers: Workers): LabDeps['rankings'] {
  const semaphore = createSemaphore({ maxQueue: MAX_QUEUE });
  const cache = new Map<CalculatorName, Promise<Ranking>>();
  return (calculator) => {
    const cached = cache.get(calculator);
    if (cached !== undefined) return cached;
    const ranking = semaphore.run(() => workers.run(rankCombinations, RULES, { calculator }));
    cache.set(calculator, ranking);
    ranking.catch(() => cache.delete(calculator));
    return ranking;
  };
}

/** Returns the best combinations of inputs of a calculator, best first. */
export async function optimize(
  deps: Pick<LabDeps, 'rankings'>,
  { calculator, top_n = DEFAULT_RESULTS }: OptimizationRequest,
): Promise<Optimization> {
  const { objective, evaluated, results } = await deps.rankings(calculator);
  return { calculator, objective, evaluated, results: results.slice(0, top_n) };
}
