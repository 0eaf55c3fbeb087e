import { expect, test } from 'vitest';
import { endingOf, hasBegun, isDate } from './day.rules.ts';

test.each([
  ['2026-11-22', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-11-2', false],
  ['today', false],
  ['', false],
])('%j is a date: %s', (text, expected) => {
  expect(isDate(text)).toBe(expected);
});

test.each([
  ['2026-11-21T09:59:59Z', false],
  ['2026-11-21T10:00:00Z', true],
  ['2026-11-25T00:00:00Z', true],
])('at %s the 22nd has begun somewhere: %s', (now, expected) => {
  expect(hasBegun('2026-11-22', new Date(now))).toBe(expected);
});

test.each([
  ['2026-11-21T11:00:00Z', 'later'],
  ['2026-11-22T00:00:00Z', 'tomorrow'],
  ['2026-11-22T23:59:00Z', 'tomorrow'],
  ['2026-11-23T00:00:00Z', 'today'],
  ['2026-11-23T11:59:59Z', 'today'],
  ['2026-11-23T12:00:00Z', 'over'],
])('at %s the 22nd ends %s', (now, expected) => {
  expect(endingOf('2026-11-22', new Date(now))).toBe(expected);
});
