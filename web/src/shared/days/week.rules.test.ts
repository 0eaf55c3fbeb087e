import { expect, test } from 'vitest';
import { firstWeekdayOf, firstWeekdayOfRegion, startOfWeek } from './week.rules.ts';

test.each([
  ['en-US', 6],
  ['en-GB', 0],
  ['de-DE', 0],
  ['de', 0],
  ['ar-EG', 5],
  ['dv-MV', 4],
  ['pt-BR', 6],
  ['fa', 5],
])('the week of %s begins on day %i, also where the browser does not tell', (tag, first) => {
  expect(firstWeekdayOf(tag)).toBe(first);
  expect(firstWeekdayOfRegion(new Intl.Locale(tag).maximize().region ?? '')).toBe(first);
});

test('a tag that is none has weeks from Monday', () => {
  expect(firstWeekdayOf('c')).toBe(0);
});

test.each([
  ['2026-11-27', 0, '2026-11-23'],
  ['2026-11-27', 6, '2026-11-22'],
  ['2026-11-27', 5, '2026-11-21'],
  ['2026-11-22', 6, '2026-11-22'],
  ['2026-11-22', 0, '2026-11-16'],
])('the week of %s that begins on day %i starts on %s', (day, first, start) => {
  expect(startOfWeek(day, first)).toBe(start);
});
