import { type Output, outputErrors } from './calculator.schema.ts';

/** Far below what can be measured, and far above the smallest float, so that 5 percent of a value is never rounded to 0. */
const MIN_MAGNITUDE = 1e-100;

export function checkMagnitudes(values: readonly number[]): void {
  if (values.some((value) => value !== 0 && Math.abs(value) < MIN_MAGNITUDE)) throw outputErrors.numberTooSmall();
}

/** The outputs without additional keys of the request body. */
export function outputsToStore(outputs: readonly Output[]): Output[] {
  checkMagnitudes(outputs.map(({ value }) => value));
  return outputs.map(({ label, value, unit }) => ({ label, value, unit }));
}
