import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionRateOf, teamStatsOf } from './team-stats.rules.ts';

describe('completion rate', () => {
  test.each([
    { completed: 0, total: 0, rate: 0, because: 'there are no users' },
    { completed: 0, total: 5, rate: 0, because: 'no user did' },
    { completed: 5, total: 5, rate: 100, because: 'all users did' },
    { completed: 1, total: 3, rate: 33.3, because: 'it has one decimal' },
    { completed: 2, total: 3, rate: 66.7, because: 'it is rounded' },
    { completed: 1, total: 8, rate: 12.5, because: 'a decimal may be enough' },
    { completed: 1, total: 16, rate: 6.3, because: 'halves go up' },
    { completed: 1, total: 10_000, rate: 0, because: 'a decimal may be too little' },
  ])('is $rate if $completed of $total completed: $because', ({ completed, total, rate }) => {
    expect(completionRateOf(completed, total)).toBe(rate);
  });

  test('is from 0 to 100, with at most one decimal', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (completed, others) => {
        const rate = completionRateOf(completed, completed + others);
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(rate).toBeLessThanOrEqual(100);
        expect(String(rate)).toMatch(/^\d+(\.\d)?$/);
      }),
    );
  });
});

describe('team stats', () => {
  test('count each user once, and all chips', () => {
    const parts = [
      { state: 'completed', users: 1, chips: 2 },
      { state: 'completed', users: 1, chips: 1 },
      { state: 'failed', users: 1, chips: 0 },
      { state: 'pending', users: 1, chips: 1 },
    ] as const;
    expect(teamStatsOf(parts)).toEqual({
      totalMembers: 4,
      completed: 2,
      failed: 1,
      pending: 1,
      completionRate: 50,
      totalChips: 4,
    });
  });

  test('are zero without users', () => {
    expect(teamStatsOf([])).toEqual({
      totalMembers: 0,
      completed: 0,
      failed: 0,
      pending: 0,
      completionRate: 0,
      totalChips: 0,
    });
  });
});
