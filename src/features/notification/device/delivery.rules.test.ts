import { describe, expect, test } from 'vitest';
import { nextAttemptAt, quietUntil, secondsUntil, shouldSend } from './delivery.rules.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const after = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

describe('shouldSend', () => {
  const usual = { attempts: 1, expiresAt: after(1), isRead: false, isDeliverable: true };

  test.each([
    ['the first time', {}, true],
    ['the third and last time', { attempts: 3 }, true],
    ['a fourth time', { attempts: 4 }, false],
    ['at the moment when it expires', { expiresAt: NOW }, false],
    ['after its notification was read', { isRead: true }, false],
    ['to a device where it is not welcome any more', { isDeliverable: false }, false],
  ])('%s: %j', (_, change, isWorthIt) => {
    expect(shouldSend({ ...usual, ...change }, NOW)).toBe(isWorthIt);
  });
});

test.each([
  [1, after(30_000)],
  [2, after(300_000)],
  [3, null],
  [4, null],
])('after attempt %i that failed, the next one is at %s', (attempts, at) => {
  expect(nextAttemptAt(attempts, NOW)).toEqual(at);
});

test.each([
  [86_400_000, 86_400],
  [1_001, 2],
  [1, 1],
  [0, 1],
  [-5_000, 1],
])('%i milliseconds are %i seconds to go', (milliseconds, seconds) => {
  expect(secondsUntil(after(milliseconds), NOW)).toBe(seconds);
});

describe('quietUntil', () => {
  const NIGHT = { start: '22:00', end: '07:00' };

  test.each([
    ['just before they start', NIGHT, 'UTC', '2026-11-20T21:59:59.999Z', null],
    ['when they start', NIGHT, 'UTC', '2026-11-20T22:00:00Z', '2026-11-21T07:00:00Z'],
    ['after midnight', NIGHT, 'UTC', '2026-11-21T00:30:00Z', '2026-11-21T07:00:00Z'],
    ['just before they end', NIGHT, 'UTC', '2026-11-21T06:59:59.999Z', '2026-11-21T07:00:00Z'],
    ['when they end', NIGHT, 'UTC', '2026-11-21T07:00:00Z', null],
    ['within one day', { start: '12:00', end: '14:00' }, 'UTC', '2026-11-20T13:00:00Z', '2026-11-20T14:00:00Z'],
    ['after those of one day', { start: '12:00', end: '14:00' }, 'UTC', '2026-11-20T15:00:00Z', null],
    ['in another time zone', NIGHT, 'Asia/Tokyo', '2026-11-20T13:00:00Z', '2026-11-20T22:00:00Z'],
    ['without a time zone', NIGHT, null, '2026-11-20T22:00:00Z', '2026-11-21T07:00:00Z'],
    ['in an unknown time zone', NIGHT, 'Mars/Base', '2026-11-20T22:00:00Z', '2026-11-21T07:00:00Z'],
    // Clocks in Berlin skip 02:00 to 03:00 on 29 March 2026 and repeat it on 25 October.
    ['in a night of 8 hours', NIGHT, 'Europe/Berlin', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00Z'],
    ['in a night of 10 hours', NIGHT, 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00Z'],
    [
      'at an end that is skipped',
      { start: '22:00', end: '02:30' },
      'Europe/Berlin',
      '2026-03-29T01:15:00Z',
      '2026-03-29T01:30:00Z',
    ],
    [
      'at the first of two ends',
      { start: '22:00', end: '02:30' },
      'Europe/Berlin',
      '2026-10-25T00:15:00Z',
      '2026-10-25T00:30:00Z',
    ],
    ['between two ends', { start: '22:00', end: '02:30' }, 'Europe/Berlin', '2026-10-25T01:15:00Z', null],
    ['where they are skipped', { start: '02:00', end: '03:00' }, 'Europe/Berlin', '2026-03-29T01:00:00Z', null],
  ])('%s', (_, hours, zone, now, until) => {
    expect(quietUntil(hours, zone, new Date(now))).toEqual(until === null ? null : new Date(until));
  });
});
