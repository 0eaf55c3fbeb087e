import { describe, expect, test } from 'vitest';
import { badgeLevelOf, levelReached, levelsGained, progressFrom, streakOn, successRateOf } from './badge.rules.ts';
import type { BadgeDefinition, BadgeStats } from './badge.schema.ts';

const definition = (level: number, min_successful_drops: number, demands: Partial<BadgeDefinition> = {}) => ({
  level,
  name: `Level ${level}`,
  color: '#90EE90',
  min_successful_drops,
  min_success_rate: null,
  min_consecutive_days: null,
  ...demands,
});

const SEVEN = [0, 6, 21, 51, 151, 501, 1501].map((drops, index) => definition(index + 1, drops));

const stats = (change: Partial<BadgeStats> = {}): BadgeStats => ({
  total_drops_sent: 5_000,
  engagement_increases: 0,
  success_rate: 0,
  bonus_drops_earned: 0,
  consecutive_days: 0,
  ...change,
});

describe('levelReached', () => {
  test.each([
    [0, 1],
    [5, 1],
    [6, 2],
    [20, 2],
    [21, 3],
    [50, 3],
    [51, 4],
    [150, 4],
    [151, 5],
    [500, 5],
    [501, 6],
    [1_500, 6],
    [1_501, 7],
    [2_147_483_647, 7],
  ])('with %i engaged drops is %i', (engagement_increases, level) => {
    expect(levelReached(SEVEN, stats({ engagement_increases }))).toBe(level);
  });

  const demanding = [
    definition(1, 0),
    definition(2, 6, { min_success_rate: 50 }),
    definition(3, 21, { min_consecutive_days: 7 }),
    definition(4, 51, { min_success_rate: 50.1, min_consecutive_days: 7 }),
  ];

  test.each([
    ['a rate just below what is asked for', { engagement_increases: 6, success_rate: 49.9 }, 1],
    ['the rate that is asked for', { engagement_increases: 6, success_rate: 50 }, 2],
    ['the rate but one drop too few', { engagement_increases: 5, success_rate: 100 }, 1],
    ['a day too few', { engagement_increases: 21, success_rate: 50, consecutive_days: 6 }, 2],
    ['the days that are asked for', { engagement_increases: 21, success_rate: 50, consecutive_days: 7 }, 3],
    ['what a level asks for without what one below asks for', { engagement_increases: 21, consecutive_days: 7 }, 3],
    ['one of two demands', { engagement_increases: 51, success_rate: 50, consecutive_days: 7 }, 3],
    ['both demands', { engagement_increases: 51, success_rate: 50.1, consecutive_days: 7 }, 4],
    ['no demand met', {}, 1],
  ])('with %s', (_what, change, level) => {
    expect(levelReached(demanding, stats(change))).toBe(level);
  });

  test('is the first one even if its requirements are not met', () => {
    expect(levelReached([definition(1, 1)], stats())).toBe(1);
  });
});

test.each([
  ['the first one with the first drop', null, 1, [1]],
  ['several with the first drop', null, 3, [1, 2, 3]],
  ['the next one', 2, 3, [3]],
  ['several', 2, 5, [3, 4, 5]],
  ['none where nothing changes', 3, 3, []],
  ['the last one', 6, 7, [7]],
])('levelsGained: %s', (_what, before, level, gained) => {
  expect(levelsGained(SEVEN, before, level)).toEqual(gained);
});

test.each([
  [0, 0, 0],
  [0, 1, 0],
  [1, 1, 100],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 8, 12.5],
  [1, 2_000, 0.1],
  [1, 2_001, 0],
  [1_999, 2_000, 100],
  [7, 200, 3.5],
])('the success rate of %i in %i drops is %d', (successful, all, rate) => {
  expect(successRateOf(successful, all)).toBe(rate);
});

describe('streakOn', () => {
  test.each([
    ['today', '2026-12-10', '2026-12-10', 4],
    ['yesterday', '2026-12-10', '2026-12-09', 4],
    ['the day before yesterday', '2026-12-10', '2026-12-08', 0],
    ['on the last of December, on the first of January', '2027-01-01', '2026-12-31', 4],
    ['on the 28th, on a leap day', '2028-02-29', '2028-02-28', 4],
    ['on a leap day, on the first of March', '2028-03-01', '2028-02-29', 4],
    ['on the 28th, on the first of March of a leap year', '2028-03-01', '2028-02-28', 0],
    ['on the 28th, on the first of March of another year', '2027-03-01', '2027-02-28', 4],
    ['tomorrow, by a clock that goes ahead', '2026-12-10', '2026-12-11', 4],
    ['never', '2026-12-10', null, 0],
  ])('with the last drop %s', (_when, today, lastDay, days) => {
    expect(streakOn(today, lastDay, 4)).toBe(days);
  });
});

describe('progressFrom', () => {
  test.each([
    [1, 0, 0, 6],
    [1, 3, 50, 3],
    [1, 5, 83.3, 1],
    [2, 6, 0, 15],
    [2, 20, 93.3, 1],
    [6, 1_500, 99.9, 1],
  ])('from level %i with %i drops is %d, and %i to go', (level, successful, progress, drops_to_go) => {
    const next = SEVEN[level];
    expect(progressFrom(SEVEN, level, successful)).toEqual({ progress, next_level: { ...next, drops_to_go } });
  });

  test('is 100 at the last level', () => {
    expect(progressFrom(SEVEN, 7, 1_501)).toEqual({ progress: 100, next_level: null });
  });

  test('is 100 if only another requirement is missing', () => {
    const { progress, next_level } = progressFrom(
      [definition(1, 0), definition(2, 6, { min_success_rate: 90 })],
      1,
      40,
    );
    expect([progress, next_level]).toEqual([100, expect.objectContaining({ drops_to_go: 0, min_success_rate: 90 })]);
  });

  test('is 0 if the reached level requires more drops now', () => {
    expect(progressFrom(SEVEN, 3, 4)).toMatchObject({ progress: 0, next_level: { level: 4, drops_to_go: 47 } });
  });
});

test('badgeLevelOf returns level, name and colour', () => {
  expect(badgeLevelOf(SEVEN, 2)).toEqual({ level: 2, name: 'Level 2', color: '#90EE90' });
  expect(() => badgeLevelOf(SEVEN, 8)).toThrow();
});
