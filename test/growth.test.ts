import { expect, test } from 'vitest';
import { growthOf } from './growth.ts';

/** Runs whose cost is counted, and that first cost ten times as much, as code does that has not run yet. */
function countedRuns() {
  let [steps, runs] = [0, 0];
  return {
    take: (count: number) => {
      steps += count;
    },
    measure: async (work: () => unknown) => {
      const before = steps;
      await work();
      runs += 1;
      return (steps - before) * (runs === 1 ? 10 : 1);
    },
  };
}

test.each([
  ['linear', (size: number) => size, 2],
  ['the square', (size: number) => size ** 2, 4],
])('work that grows as %s is told by its growth', async (_what, costOf, expected) => {
  const { take, measure } = countedRuns();
  expect(await growthOf(100, (size) => take(costOf(size)), measure)).toBe(expected);
});

test('work with a step is linear if it is so at a larger size', async () => {
  const { take, measure } = countedRuns();
  expect(await growthOf(100, (size) => take(size < 200 ? size : size * 10), measure)).toBe(2);
});

test('the processor time of real work is measured', async () => {
  let sum = 0;
  const work = (size: number) => {
    for (let step = 0; step < size; step += 1) sum += step % 7;
  };
  expect(await growthOf(100_000, work)).toBeGreaterThan(0);
  expect(sum).toBeGreaterThan(0);
});
