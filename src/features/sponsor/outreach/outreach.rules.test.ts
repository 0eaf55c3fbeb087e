import { expect, test } from 'vitest';
import { nextAllowedAt } from './outreach.rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

test.each<[string, number[], Date | null]>([
  ['none', [], null],
  ['four', [9, 8, 7, 6], null],
  ['five', [9, 8, 7, 6, 5], new Date('2026-11-22T05:00:00Z')],
  ['five at the same time', [9, 9, 9, 9, 9], new Date('2026-11-22T09:00:00Z')],
  ['more than five, as after a change of the limit', [9, 8, 7, 6, 5, 4], new Date('2026-11-22T05:00:00Z')],
])('returns when the next message is allowed after %s', (_what, hours, next) => {
  expect(nextAllowedAt(hours.map(at))).toEqual(next);
});
