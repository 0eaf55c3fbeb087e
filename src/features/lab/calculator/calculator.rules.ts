import type { Output } from './output.schema.ts';

/** A formula of physics, and the inputs among which the best are looked for. */
export type Calculator<InputName extends string = string> = {
  goal: 'maximize' | 'minimize';
  /** What the objective is called: that is the first of the outputs. */
  objective: string;
  /** Of each input the values to try, rising; its name ends in its unit. At most 50,000 combinations. */
  grid: Readonly<Record<InputName, readonly number[]>>;
  /** Outputs that are not finite say that the formula does not hold for these inputs. */
  outputsOf(inputs: Readonly<Record<InputName, number>>): Output[];
};

/** Values whose steps all have the same size, from the first to the last of them. */
export function evenSteps(from: number, to: number, count: number): number[] {
  return stepsOf(count, (share) => from + (to - from) * share);
}

/** Values that all have the same ratio to the one before, from the first to the last of them; for ranges of several decades. */
export function evenRatios(from: number, to: number, count: number): number[] {
  return stepsOf(count, (share) => from * (to / from) ** share);
}

/** Rounded to four digits, as people set them. */
function stepsOf(count: number, valueAt: (share: number) => number): number[] {
  return Array.from({ length: count }, (_, index) => Number(valueAt(index / (count - 1)).toPrecision(4)));
}
