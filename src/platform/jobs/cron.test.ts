import { expect, test } from 'vitest';
import { nextRunAt } from './cron.ts';

test.each([
  ['in the next minute', '* * * * *', '2026-11-18T10:00:30Z', '2026-11-18T10:01:00Z'],
  ['not at the moment itself', '0 * * * *', '2026-11-18T10:00:00Z', '2026-11-18T11:00:00Z'],
  ['at the last moment before it', '0 10 * * *', '2026-11-18T09:59:59.999Z', '2026-11-18T10:00:00Z'],
  ['every five minutes', '*/5 * * * *', '2026-11-18T10:56:00Z', '2026-11-18T11:00:00Z'],
  ['at midnight', '0 0 * * *', '2026-11-18T00:00:01Z', '2026-11-19T00:00:00Z'],
  ['in the last minute of a day', '59 23 * * *', '2026-11-18T23:59:00Z', '2026-11-19T23:59:00Z'],
  ['at the end of a month of 30 days', '0 0 1 * *', '2026-11-30T12:00:00Z', '2026-12-01T00:00:00Z'],
  ['at the end of a year', '0 0 1 * *', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['at the end of February', '0 0 1 * *', '2027-02-28T23:59:59Z', '2027-03-01T00:00:00Z'],
  ['on the day after 28 February of a leap year', '0 0 * * *', '2028-02-28T12:00:00Z', '2028-02-29T00:00:00Z'],
  ['on the 31st, where there is one', '0 0 31 * *', '2026-08-31T00:00:00Z', '2026-10-31T00:00:00Z'],
  ['on a leap day', '30 6 29 2 *', '2026-11-18T00:00:00Z', '2028-02-29T06:30:00Z'],
  ['on the leap day after a year that has none', '0 0 29 2 *', '2096-02-29T00:00:00Z', '2104-02-29T00:00:00Z'],
  ['on Monday, the same day', '0 0,12 * * 1', '2026-11-16T00:00:00Z', '2026-11-16T12:00:00Z'],
  ['on Monday, a week later', '0 0,12 * * 1', '2026-11-16T12:00:00Z', '2026-11-23T00:00:00Z'],
  ['on the first or on Mondays, where both are named', '0 0 1 * 1', '2026-11-24T00:00:00Z', '2026-11-30T00:00:00Z'],
  [
    'on Mondays alone, where all days of a month are named',
    '0 0 1-31 * 1',
    '2026-11-18T00:00:00Z',
    '2026-11-23T00:00:00Z',
  ],
  [
    'on the first alone, where all days of a week are named',
    '0 0 1 * 0-6',
    '2026-11-18T00:00:00Z',
    '2026-12-01T00:00:00Z',
  ],
])('the next time %s', (_name, cron, now, next) => {
  expect(nextRunAt(cron, new Date(now)).toISOString()).toBe(new Date(next).toISOString());
});

test.each([
  '',
  '0 0 * *',
  '60 0 * * *',
  'often',
  '0 0 30 2 *',
  '@daily',
  '0 0 L * *',
  '0 0 * * MON',
  '0 0 * * 5#2',
  '0-59/7 * * * *',
])('%j is no schedule', (cron) => {
  expect(() => nextRunAt(cron, new Date('2026-11-18T00:00:00Z'))).toThrow();
});
