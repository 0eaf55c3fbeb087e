import { describe, expect, test } from 'vitest';
import { expiryOf, folderOf, freshSecondsOf, isPublic, isReader, secondsUntil } from './media.rules.ts';

test.each([
  ['avatars/a.webp', true],
  ['avatars/deeper/a.webp', true],
  ['covers/a.webp', true],
  ['check-ins/a.webp', false],
  ['avatars-private/a.webp', false],
  ['avatars', false],
  ['AVATARS/a.webp', false],
  ['x/avatars/a.webp', false],
  ['a.webp', false],
  ['', false],
])('%s is public: %s', (key, expected) => {
  expect(isPublic(key, ['avatars', 'covers'])).toBe(expected);
});

describe('a URL signed at', () => {
  test.each([
    ['the beginning of a day', '2026-05-30T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
    ['the end of a day', '2026-05-30T23:59:59.999Z', '2026-06-01T00:00:00.000Z'],
    ['the next day', '2026-05-31T00:00:00.000Z', '2026-06-02T00:00:00.000Z'],
    ['the end of a year', '2026-12-31T23:59:59.999Z', '2027-01-02T00:00:00.000Z'],
  ])('%s is valid for 24 to 48 hours', (_name, now, expected) => {
    const expires = expiryOf(new Date(now));
    expect(new Date(expires * 1000).toISOString()).toBe(expected);
    const seconds = secondsUntil(expires, new Date(now));
    expect(seconds).toBeGreaterThan(86_400);
    expect(seconds).toBeLessThanOrEqual(172_800);
  });
});

test.each([
  ['2026-05-31T10:59:59.999Z', 1],
  ['2026-05-31T11:00:00.000Z', 0],
  ['2026-05-31T11:00:01.000Z', -1],
])('at %s a URL that expires at 11:00 is valid for %i seconds', (now, expected) => {
  expect(secondsUntil(Date.parse('2026-05-31T11:00:00Z') / 1000, new Date(now))).toBe(expected);
});

test.each([
  ['avatars/a.webp', 'avatars'],
  ['check-ins/a/b.webp', 'check-ins'],
  ['a.webp', ''],
  ['', ''],
])('the folder of %j is %j', (key, folder) => {
  expect(folderOf(key)).toBe(folder);
});

test.each([
  [null, null, true],
  [null, 'team', true],
  ['team', 'team', true],
  ['team', 'all', false],
  ['team', null, false],
])('a URL for %j of a file that %j may see as well serves: %s', (audience, readers, expected) => {
  expect(isReader(audience, { audience: readers })).toBe(expected);
});

test.each([
  [1, 1],
  [600, 600],
  [86_400, 600],
])('with %i seconds left a client need not ask again for %i', (left, expected) => {
  expect(freshSecondsOf(left)).toBe(expected);
});
