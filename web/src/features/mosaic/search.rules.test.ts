import { expect, test } from 'vitest';
import { searchOf } from './search.rules.ts';

test.each([
  [{}, {}],
  [
    { tile: 'ada', view: 'list' },
    { tile: 'ada', view: 'list' },
  ],
  [{ tile: 7, view: 'grid', page: 3 }, {}],
  [{ tile: '', view: null }, {}],
])('of %j the parameters are %j', (search, expected) => {
  expect(searchOf(search)).toEqual(expected);
});
