import { expect, test } from 'vitest';
import { isForMcp } from './scopes.rules.ts';

test.each([
  [['journal:read'], true],
  [['music', 'workout'], true],
  [['music', 'mail'], false],
] as const)('isForMcp(%j) is %s', (scopes, expected) => {
  expect(isForMcp(scopes)).toBe(expected);
});
