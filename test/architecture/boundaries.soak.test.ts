import { expect, test } from 'vitest';
import { checkBoundaries } from '../../scripts/boundaries.ts';

test('the direction of imports holds in the whole source', async () => {
  const { modules, violations } = await checkBoundaries();
  expect(violations).toEqual([]);
  expect(modules).toBeGreaterThan(60);
});
