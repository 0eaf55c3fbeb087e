import { expect, test } from 'vitest';
import { nextNewest } from './search.store.ts';

test.each([
  ['none', 200, 0, null],
  ['so few that the index is faster', 200, 2, null],
  ['as many as the last step may hold', 200, 3, 4_000],
  ['enough for 2,000', 200, 7, 2_000],
  ['enough for 1,000', 200, 13, 1_000],
  ['nearly all', 200, 50, 1_000],
  ['fewer than the first ones let expect', 1_000, 20, 4_000],
  ['too few in the end', 4_000, 50, null],
])('after %s: of %i entries %i have matched, so it reads %s', (_what, newest, found, expected) => {
  expect(nextNewest({ newest, found, count: 51 })).toBe(expected);
});
