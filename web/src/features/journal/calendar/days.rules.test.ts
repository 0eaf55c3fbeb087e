import { describe, expect, test } from 'vitest';
import { dayByKey, lastDayOf, plusMonths, weeksOf } from './days.rules.ts';

test('months over the ends of years', () => {
  expect(plusMonths('2026-01', -1)).toBe('2025-12');
  expect(lastDayOf('2026-02')).toBe('2026-02-28');
});

test('weeksOf fills the weeks of a month', () => {
  const weeks = weeksOf('2026-11', 0);
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks[5]?.[0]).toBe('2026-11-30');
  expect(weeksOf('2027-02', 0)).toHaveLength(4);
  expect(weeksOf('2026-11', 6)[0]?.[0]).toBe('2026-11-01');
});

describe('dayByKey', () => {
  test.each([
    ['2026-11-23', 'ArrowLeft', '2026-11-22'],
    ['2026-11-30', 'ArrowRight', '2026-12-01'],
    ['2026-11-23', 'ArrowUp', '2026-11-16'],
    ['2026-11-25', 'Home', '2026-11-23'],
    ['2026-11-25', 'End', '2026-11-29'],
    ['2026-03-31', 'PageUp', '2026-02-28'],
    ['2026-03-31', 'PageDown', '2026-04-30'],
    ['2026-03-31', 'a', null],
    ['2026-03-31', null, null],
    ['2026-11-25', 'Home', '2026-11-22', 6],
    ['2026-11-25', 'End', '2026-11-28', 6],
  ] as [string, string | null, string | null, number?][])('%s %s', (day, key, next, firstWeekday = 0) => {
    expect(dayByKey(day, key, firstWeekday)).toBe(next);
  });
});
