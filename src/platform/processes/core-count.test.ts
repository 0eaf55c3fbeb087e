import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { countCores, quotaOf } from './core-count.ts';

test.each([
  ['max 100000\n', Number.POSITIVE_INFINITY],
  ['200000 100000\n', 2],
  ['150000 100000\n', 1.5],
  ['50000 100000\n', 0.5],
  ['', Number.POSITIVE_INFINITY],
])('the quota %j is %d cores', (text, cores) => {
  expect(quotaOf(text)).toBe(cores);
});

test('this process can use one core at least, and no more than it is bound to', () => {
  expect(countCores()).toBeGreaterThanOrEqual(1);
  expect(countCores()).toBeLessThanOrEqual(availableParallelism());
});
