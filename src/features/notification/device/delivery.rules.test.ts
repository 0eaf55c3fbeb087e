import { describe, expect, test } from 'vitest';
import { nextAttemptAt, secondsUntil, shouldSend } from './delivery.rules.ts';

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
