import { expect, test } from 'vitest';
import { checkMagnitudes } from './output.rules.ts';

test.each([0, -0, 1e-100, -1e-100, 1, 1e100, -1e100])('accepts %s', (value) => {
  expect(() => checkMagnitudes([1, value])).not.toThrow();
});

test.each([9.999999999999999e-101, -1e-101, 1e-323, 5e-324, -5e-324])('rejects %s', (value) => {
  expect(() => checkMagnitudes([1, value])).toThrow(expect.objectContaining({ code: 'lab.number-too-small' }));
});
