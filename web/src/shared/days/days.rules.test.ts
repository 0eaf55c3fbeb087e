import { describe, expect, test } from 'vitest';
import { addDays, dateOf, dayOf, daysBetween, groupByDate, weekdayOf } from './days.rules.ts';
import { shifted } from './zone-clock.rules.ts';

const clockAt = (offset_minutes: number) => ({
  name: 'any',
  changes: [{ at: '2000-01-01T00:00:00.000Z', offset_minutes }],
});

const BERLIN = {
  name: 'Europe/Berlin',
  changes: [
    { at: '2026-03-29T01:00:00.000Z', offset_minutes: 120 },
    { at: '2026-10-25T01:00:00.000Z', offset_minutes: 60 },
  ],
};

test.each([
  ['2026-11-22T23:30:00Z', clockAt(0), '2026-11-22'],
  ['2026-11-22T23:30:00Z', clockAt(14 * 60), '2026-11-23'],
  ['2026-11-22T00:30:00Z', clockAt(-5 * 60), '2026-11-21'],
  ['1999-12-31T23:30:00Z', clockAt(60), '2000-01-01'],
  ['2026-10-24T22:30:00Z', BERLIN, '2026-10-25'],
  ['2026-10-25T22:30:00Z', BERLIN, '2026-10-25'],
  ['2026-03-01T22:30:00Z', { name: 'UTC', changes: [] }, '2026-03-01'],
])('dateOf %s by %o', (instant, clock, date) => {
  expect(dateOf(instant, clock)).toBe(date);
});

test('a zone that the browser does not know has a clock', () => {
  const clock = { name: 'Nowhere/Known', changes: [{ at: '2025-03-20T03:00:00.000Z', offset_minutes: -180 }] };
  expect(() => new Intl.DateTimeFormat('en', { timeZone: clock.name })).toThrow(RangeError);
  expect(shifted(Date.parse('2026-11-28T02:30:00Z'), clock).toISOString()).toBe('2026-11-27T23:30:00.000Z');
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
  const inBerlin = (instant: string) => dateOf(instant, BERLIN);

  test('nothing', () => expect(groupByDate([], inBerlin)).toEqual([]));

  test('the days of the time zone, in the order given', () => {
    const [late, noon, early] = ['2026-11-22T23:30:00Z', '2026-11-22T12:00:00Z', '2026-11-22T00:30:00Z'] as const;
    expect(groupByDate([late, noon, early], inBerlin)).toEqual([
      ['2026-11-23', [late]],
      ['2026-11-22', [noon, early]],
    ]);
  });
});

describe('dayOf', () => {
  const berlin = { ...BERLIN, day_start: '04:00' };
  test.each([
    ['2026-11-28T00:06:00Z', berlin, '2026-11-27'],
    ['2026-11-28T02:59:59Z', berlin, '2026-11-27'],
    ['2026-11-28T03:00:00Z', berlin, '2026-11-28'],
    ['2026-11-28T00:06:00Z', BERLIN, '2026-11-28'],
    ['2027-01-01T00:00:00Z', { ...BERLIN, day_start: '06:00' }, '2026-12-31'],
  ])('%s', (instant, clock, day) => {
    expect(dayOf(new Date(instant), clock)).toBe(day);
  });
});
