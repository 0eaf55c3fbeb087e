import { expect, test } from 'vitest';
import { expectLinear, growthOf } from './growth.ts';

test('linear work is told from work that grows with the square', async () => {
  let sum = 0;
  const steps = (count: number) => {
    for (let step = 0; step < count; step += 1) sum += step % 7;
  };
  await expectLinear(100_000, steps);
  expect(await growthOf(2_000, (size) => steps(size * size))).toBeGreaterThan(3);
  expect(sum).toBeGreaterThan(0);
});
