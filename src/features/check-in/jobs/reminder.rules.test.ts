import { describe, expect, test } from 'vitest';
import { dateToRemindOf } from './reminder.rules.ts';

const berlin = (startTime: string) => ({ startTime, zone: 'Europe/Berlin' });

describe('date to remind of', () => {
  test.each([
    ['more than thirty minutes before', berlin('18:00'), '2026-11-21T16:29:59.999Z', null],
    ['thirty minutes before', berlin('18:00'), '2026-11-21T16:30:00Z', '2026-11-21'],
    ['just before', berlin('18:00'), '2026-11-21T16:59:59.999Z', '2026-11-21'],
    ['when the window opens', berlin('18:00'), '2026-11-21T17:00:00Z', null],
    ['before a window that opens at midnight', berlin('00:00'), '2026-11-21T22:45:00Z', '2026-11-22'],
    ['before one just after midnight', berlin('00:10'), '2026-11-21T22:45:00Z', '2026-11-22'],
    ['in the night on which the hour is skipped', berlin('02:30'), '2026-03-29T01:05:00Z', '2026-03-29'],
    ['in the night on which the hour comes twice', berlin('02:30'), '2026-10-25T00:05:00Z', '2026-10-25'],
    ['when that hour comes again', berlin('02:30'), '2026-10-25T01:05:00Z', null],
  ])('%s: %o at %s', (_when, opening, now, date) => {
    expect(dateToRemindOf(opening, new Date(now))).toBe(date);
  });
});
