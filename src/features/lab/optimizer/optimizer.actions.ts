import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import type { Workers } from '../../../platform/workers/workers.ts';
import { type Ranking, rankCombinations } from './optimizer.rules.ts';
import type { CalculatorName, OptimizerAnswer, OptimizerQuestion } from './optimizer.schema.ts';

/** The ranking of a calculator, which is always the same. */
export type Rankings = (calculator: CalculatorName) => Promise<Ranking>;

export type OptimizerDeps = { rankings: Rankings };

const RULES = new URL('./optimizer.rules.ts', import.meta.url);

const DEFAULT_RESULTS = 10;

/** All the calculators but the one whose turn it is. */
const MAX_QUEUE = 5;

/**
 * Rankings that are worked out in a thread when somebody first asks for them, and remembered for as long as the node runs:
 * whoever asks meanwhile waits for the same one. One at a time, so that others keep a processor and a thread. What fails is not
 * remembered. Throws `server.queue-full` where no thread is to be had.
 */
export function createRankings(workers: Workers): Rankings {
  const semaphore = createSemaphore({ maxQueue: MAX_QUEUE });
  const known = new Map<CalculatorName, Promise<Ranking>>();
  return (calculator) => {
    const before = known.get(calculator);
    if (before !== undefined) return before;
    const ranking = semaphore.run(() => workers.run(rankCombinations, RULES, { calculator }));
    known.set(calculator, ranking);
    ranking.catch(() => known.delete(calculator));
    return ranking;
  };
}

/** The best combinations of inputs that the calculator knows, the best first. Throws `server.queue-full`. */
export async function optimize(deps: OptimizerDeps, question: OptimizerQuestion): Promise<OptimizerAnswer> {
  const { calculator, top_n = DEFAULT_RESULTS } = question;
  const { objective, evaluated, results } = await deps.rankings(calculator);
  return { calculator, objective, evaluated, results: results.slice(0, top_n) };
}
