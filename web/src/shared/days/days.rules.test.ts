import { describe, expect, test } from 'vitest';
import { addDays, dateOf, daysBetween, groupByDate, weekdayOf } from './days.rules.ts';

test.each([
  ['2026-11-22T23:30:00Z', 'UTC', '2026-11-22'],
  ['2026-11-22T23:30:00Z', 'Pacific/Kiritimati', '2026-11-23'],
  ['2026-11-22T00:30:00Z', 'America/Lima', '2026-11-21'],
])('dateOf %s in %s', (instant, timeZone, date) => {
  expect(dateOf(instant, timeZone)).toBe(date);
});

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-11-22', 0, '2026-11-22'],
])('addDays and daysBetween: %s and %s days', (from, days, to) => {
  expect(addDays(from, days)).toBe(to);
  expect(daysBetween(from, to)).toBe(days);
});

test('weekdayOf starts on Monday', () => {
  expect(weekdayOf('2026-11-23')).toBe(0);
  expect(weekdayOf('2026-11-22')).toBe(6);
});

describe('groupByDate', () => {
  const inBerlin = (instant: string) => dateOf(instant, 'Europe/Berlin');

  test('nothing', () => expect(groupByDate([], inBerlin)).toEqual([]));

  test('the days of the time zone, in the order given', () => {
    const [late, noon, early] = ['2026-11-22T23:30:00Z', '2026-11-22T12:00:00Z', '2026-11-22T00:30:00Z'] as const;
    expect(groupByDate([late, noon, early], inBerlin)).toEqual([
      ['2026-11-23', [late]],
      ['2026-11-22', [noon, early]],
    ]);
  });
});
