import { expect } from 'vitest';
import type { Output } from './calculator.schema.ts';

/** Compares outputs with values computed by hand, to five significant digits. */
export function expectOutputs(
  outputs: readonly Output[],
  expected: Record<string, [value: number, unit: string]>,
): void {
  const found = outputs.map(({ label, value, unit }) => [label, [rounded(value), unit]]);
  const rows = Object.entries(expected).map(([label, [value, unit]]) => [label, [rounded(value), unit]]);
  expect(found).toEqual(rows);
}

const rounded = (value: number) => value.toPrecision(5);
