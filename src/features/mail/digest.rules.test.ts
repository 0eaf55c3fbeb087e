import { expect, test } from 'vitest';
import { isWorthWriting } from './digest.rules.ts';

test.each([
  [{ entries: 0, checkIns: 0, goalCheckIns: 0 }, false],
  [{ entries: 1, checkIns: 0, goalCheckIns: 0 }, true],
  [{ entries: 0, checkIns: 1, goalCheckIns: 0 }, true],
  [{ entries: 0, checkIns: 0, goalCheckIns: 1 }, true],
])('isWorthWriting: %j is %s', (facts, expected) => {
  expect(isWorthWriting({ weekStart: '2026-11-16', moods: [], ...facts })).toBe(expected);
});
