import { expect } from 'vitest';
import type { Output } from './calculator.schema.ts';

/** Holds outputs against hand-worked values, by their labels: to five digits, which is how far hands go. */
export function expectOutputs(outputs: readonly Output[], worked: Record<string, [value: number, unit: string]>): void {
  const found = outputs.map(({ label, value, unit }) => [label, [rounded(value), unit]]);
  const expected = Object.entries(worked).map(([label, [value, unit]]) => [label, [rounded(value), unit]]);
  expect(found).toEqual(expected);
}

const rounded = (value: number) => value.toPrecision(5);
