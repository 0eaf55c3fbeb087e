import { expect, test } from 'vitest';
import { earnedBy } from './chip.rules.ts';

test.each([
  ['a before user who had checked in', 'ada', true, { chips: 2, chainStatus: 'continued', chainStart: false }],
  ['a before user who had not', 'ada', false, { chips: 1, chainStatus: 'broken', chainStart: false }],
  ['no before user', null, false, { chips: 1, chainStatus: 'broken', chainStart: true }],
  ['no before user, even if marked as checked in', null, true, { chips: 1, chainStatus: 'broken', chainStart: true }],
] as const)('with %s', (_what, beforeUserId, hadCheckedIn, expected) => {
  expect(earnedBy(beforeUserId, hadCheckedIn)).toEqual(expected);
});
