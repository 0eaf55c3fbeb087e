import type { Output } from './calculator.schema.ts';

/** Formulas of physics, with a grid of inputs and an objective. */
export type Calculator<InputName extends string = string> = {
  goal: 'maximize' | 'minimize';
  /** The name of the first output. */
  objective: string;
  /** The values to try for each input, ascending. The name ends in the unit. At most 50,000 combinations. */
  grid: Readonly<Record<InputName, readonly number[]>>;
  /** An output is not finite where the formula is not valid for the inputs. */
  outputsOf(inputs: Readonly<Record<InputName, number>>): Output[];
};

/** `count` values from `from` to `to`, both included, with equal differences. */
export function evenSteps(from: number, to: number, count: number): number[] {
  return stepsOf(count, (share) => from + (to - from) * share);
}

/** `count` values from `from` to `to`, both included, with equal ratios. For ranges of several decades. */
export function evenRatios(from: number, to: number, count: number): number[] {
  return stepsOf(count, (share) => from * (to / from) ** share);
}

/** Rounds to four significant digits, a precision that can be set by hand. */
function stepsOf(count: number, valueAt: (share: number) => number): number[] {
  return Array.from({ length: count }, (_, index) => Number(valueAt(index / (count - 1)).toPrecision(4)));
}
