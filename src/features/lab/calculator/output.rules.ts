import { outputErrors } from './output.schema.ts';

/** Smaller ones measure nothing, and 5 percent of the smallest that a computer has is none that it has. */
const SMALLEST = 1e-100;

/** Throws `lab.number-too-small`. */
export function requireMeasurable(values: readonly number[]): void {
  if (values.some((value) => value !== 0 && Math.abs(value) < SMALLEST)) throw outputErrors.numberTooSmall();
}
