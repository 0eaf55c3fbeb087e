import type { Calculator } from '../calculator/calculator.rules.ts';
import type { CalculatorName } from '../calculator/calculator.schema.ts';
import { COIL } from '../calculator/coil.rules.ts';
import { ELECTROLYSIS } from '../calculator/electrolysis.rules.ts';
import { IMPEDANCE } from '../calculator/impedance.rules.ts';
import { PLASMA } from '../calculator/plasma.rules.ts';
import { PULSED_DC } from '../calculator/pulsed-dc.rules.ts';
import { RESONANCE } from '../calculator/resonance.rules.ts';
import { MAX_RESULTS, type RankedCombination } from './optimizer.schema.ts';

const CALCULATORS: Readonly<Record<CalculatorName, Calculator>> = {
  resonance: RESONANCE,
  coil: COIL,
  impedance: IMPEDANCE,
  electrolysis: ELECTROLYSIS,
  pulsed_dc: PULSED_DC,
  plasma: PLASMA,
};

/** The best combinations of inputs of a calculator, best first, and how many were tried. */
export type Ranking = { objective: string; evaluated: number; results: RankedCombination[] };

/**
 * Ranks all combinations of a calculator's grid and returns the best 100. Excludes combinations with an output that is not
 * finite. Of equal scores the smaller inputs come first, compared in the order of the grid.
 */
export function rankCombinations({ calculator }: { calculator: CalculatorName }): Ranking {
  const { goal, objective } = CALCULATORS[calculator];
  return { objective: `${goal} ${objective}`, ...rankGrid(CALCULATORS[calculator], MAX_RESULTS) };
}

/** As `rankCombinations`, for any calculator. */
export function rankGrid(
  { goal, grid, outputsOf }: Pick<Calculator, 'goal' | 'grid' | 'outputsOf'>,
  maxResults: number,
): Omit<Ranking, 'objective'> {
  const isBetter = (one: number, other: number) => (goal === 'maximize' ? one > other : one < other);
  const results: RankedCombination[] = [];
  let evaluated = 0;
  for (const inputs of combinationsOf(Object.entries(grid))) {
    evaluated += 1;
    const outputs = outputsOf(inputs);
    const score = outputs[0]?.value ?? Number.NaN;
    const last = results.at(-1);
    if (results.length === maxResults && last !== undefined && !isBetter(score, last.score)) continue;
    if (!outputs.every(({ value }) => Number.isFinite(value))) continue;
    const worse = results.findIndex((other) => isBetter(score, other.score));
    results.splice(worse === -1 ? results.length : worse, 0, { inputs, outputs, score });
    results.length = Math.min(results.length, maxResults);
  }
  return { evaluated, results };
}

/** Yields all combinations, in ascending order of the first input, then of the second, and so on. */
function* combinationsOf(grid: [string, readonly number[]][]): Generator<Record<string, number>> {
  const [first, ...others] = grid;
  if (first === undefined) {
    yield {};
    return;
  }
  const [name, values] = first;
  for (const value of values) {
    for (const rest of combinationsOf(others)) yield { [name]: value, ...rest };
  }
}
