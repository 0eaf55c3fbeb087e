import { describe, expect, test } from 'vitest';
import { findNextAttempt, MAX_AGE_MS, parseRetryAfter, pauseReasonOf, shouldAttempt } from './sending.rules.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = new Date('2026-11-20T12:00:00Z');

/** The wait after an attempt that fails as it starts, in milliseconds. */
function waitAfter(attempts: number, { ageMs = 0, retryAfterMs = null as number | null, chance = 0 } = {}) {
  const failed = { attempts, createdAt: new Date(NOW.getTime() - ageMs), retryAfterMs, chance };
  const next = findNextAttempt(failed, NOW);
  return next === null ? null : next.getTime() - NOW.getTime();
}

describe('The wait after a failed attempt', () => {
  test.each([
    [1, 5 * SECOND],
    [2, 30 * SECOND],
    [3, 2 * MINUTE],
    [4, 10 * MINUTE],
    [5, 30 * MINUTE],
    [6, HOUR],
    [7, 3 * HOUR],
    [8, 6 * HOUR],
    [9, 12 * HOUR],
    [10, null],
    [11, null],
  ])('grows: attempt %i', (attempts, expected) => {
    expect(waitAfter(attempts)).toBe(expected);
  });

  test.each([
    [0, HOUR],
    [0.5, 0.9 * HOUR],
    [1, 0.8 * HOUR],
  ])('is up to a fifth shorter by chance: %d', (chance, expected) => {
    expect(waitAfter(6, { chance })).toBe(expected);
  });

  test.each([
    ['longer than the delay', 2 * HOUR, 2 * HOUR],
    ['shorter than the delay', MINUTE, HOUR],
    ['longer than six hours', 7 * HOUR, 6 * HOUR],
  ])('is what the receiver asks for, %s', (_, retryAfterMs, expected) => {
    expect(waitAfter(6, { retryAfterMs })).toBe(expected);
  });

  test.each([
    ['shortened to the end of the day', 23 * HOUR, HOUR],
    ['none at the end of the day', 24 * HOUR, null],
    ['none after it', 25 * HOUR, null],
  ])('is %s', (_, ageMs, expected) => {
    expect(waitAfter(9, { ageMs })).toBe(expected);
  });

  test('leads to all attempts within a day, however long the receiver takes', () => {
    let at = NOW;
    let attempts = 1;
    for (;;) {
      const failedAt = new Date(at.getTime() + 8 * SECOND);
      const next = findNextAttempt({ attempts, createdAt: NOW, retryAfterMs: null, chance: 0 }, failedAt);
      if (next === null) break;
      at = next;
      attempts += 1;
    }
    expect(attempts).toBe(10);
    expect(at.getTime() - NOW.getTime()).toBeLessThan(MAX_AGE_MS);
    expect(at.getTime() - NOW.getTime()).toBeGreaterThan(20 * HOUR);
  });
});

test.each([
  ['the first attempt', 1, 0, true],
  ['the last attempt', 10, 24 * HOUR, true],
  ['an attempt after ten', 11, 0, false],
  ['the last attempt, a while after its day', 10, 25 * HOUR, true],
  ['an attempt long after its day', 1, 25 * HOUR + 1, false],
])('%s is made or not', (_, attempts, ageMs, expected) => {
  expect(shouldAttempt({ attempts, createdAt: new Date(NOW.getTime() - ageMs) }, NOW)).toBe(expected);
});

test.each([
  ['120', 120 * SECOND],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 12:01:00 GMT', MINUTE],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['9999999999', null],
  ['2026-11-20T12:01:00Z', null],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After: %j is a wait of %j ms', (header, expected) => {
  expect(parseRetryAfter(header, NOW)).toBe(expected);
});

test.each([
  [410, 'gone'],
  [404, null],
  [500, null],
  [null, null],
])('the status %j pauses at once: %j', (status, expected) => {
  expect(pauseReasonOf(status)).toBe(expected);
});
