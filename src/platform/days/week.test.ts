import { expect, test } from 'vitest';
import { endOfWeekAfter, weekBefore } from './week.ts';

test.each([
  ['the first instant of a Monday', '2026-11-23T00:00:00.000Z', '2026-11-16', '2026-11-22'],
  ['the last one of a Sunday', '2026-11-22T23:59:59.999Z', '2026-11-09', '2026-11-15'],
  ['a Thursday', '2026-11-26T12:00:00Z', '2026-11-16', '2026-11-22'],
  ['the turn of a year', '2027-01-04T00:00:00Z', '2026-12-28', '2027-01-03'],
  ['an instant that is a Monday elsewhere', '2026-11-22T23:00:00Z', '2026-11-09', '2026-11-15'],
])('the week before %s', (_what, now, start, end) => {
  const week = weekBefore(new Date(now));
  expect(week).toMatchObject({ start, end, from: new Date(`${start}T00:00:00Z`) });
  expect(week.until.getTime() - week.from.getTime()).toBe(7 * 24 * 60 * 60 * 1_000);
  expect(endOfWeekAfter(week).getTime() - week.until.getTime()).toBe(7 * 24 * 60 * 60 * 1_000);
});
