import { describe, expect, test } from 'vitest';
import { isEligible, monthlyAmount, monthOf } from './monthly-award.rules.ts';

describe('monthOf', () => {
  test.each([
    ['the first instant of a month', '2026-12-01T00:00:00.000Z', '2026-12'],
    ['the last one', '2026-11-30T23:59:59.999Z', '2026-11'],
    ['a leap day', '2028-02-29T12:00:00Z', '2028-02'],
    ['the end of a year', '2026-12-31T23:59:59.999Z', '2026-12'],
    ['an instant that is in another month elsewhere', '2026-12-01T01:00:00+02:00', '2026-11'],
  ])('%s', (_, instant, month) => {
    expect(monthOf(new Date(instant))).toBe(month);
  });
});

test('the monthly amount is 250 with a subscription and 30 without', () => {
  expect([monthlyAmount(true), monthlyAmount(false)]).toEqual([250, 30]);
});

test.each([
  [{ isAi: false, isActive: true }, true],
  [{ isAi: false, isActive: false }, false],
  [{ isAi: true, isActive: true }, false],
  [{ isAi: true, isActive: false }, false],
])('isEligible: %j is %j', (standing, expected) => {
  expect(isEligible(standing)).toBe(expected);
});
