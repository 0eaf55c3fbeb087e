import { expect, test } from 'vitest';
import { longestStreakOf } from './streak.rules.ts';

test.each([
  ['of nothing', [], 0],
  ['of one date', ['2026-11-21'], 1],
  ['of two dates in a row', ['2026-11-20', '2026-11-21'], 2],
  ['of two dates with one between them', ['2026-11-19', '2026-11-21'], 1],
  ['that came first', ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-10', '2026-11-11'], 3],
  ['that came last', ['2026-11-01', '2026-11-02', '2026-11-10', '2026-11-11', '2026-11-12'], 3],
  ['over the end of a year', ['2026-12-30', '2026-12-31', '2027-01-01'], 3],
  ['over a leap day', ['2028-02-28', '2028-02-29', '2028-03-01'], 3],
  ['over the end of February in other years', ['2027-02-28', '2027-03-01'], 2],
  ['over a change of the clocks', ['2026-03-28', '2026-03-29', '2026-03-30'], 3],
  ['in any order', ['2026-11-21', '2026-11-19', '2026-11-20'], 3],
  ['with dates that repeat', ['2026-11-20', '2026-11-20', '2026-11-21', '2026-11-21'], 2],
])('longest streak %s', (_what, dates, expected) => {
  expect(longestStreakOf(dates)).toBe(expected);
});
