import { expect, test } from 'vitest';
import { hasActivity } from './digest.rules.ts';

test.each([
  [{ entries: 0, checkIns: 0, goalCheckIns: 0 }, false],
  [{ entries: 1, checkIns: 0, goalCheckIns: 0 }, true],
  [{ entries: 0, checkIns: 1, goalCheckIns: 0 }, true],
  [{ entries: 0, checkIns: 0, goalCheckIns: 1 }, true],
])('hasActivity(%j) is %s', (facts, expected) => {
  expect(hasActivity(facts)).toBe(expected);
});
