import { expect, test } from 'vitest';
import { closingOf } from './opportunity.rules.ts';

test.each([
  ['a date', '2026-11-21', '2026-11-22T00:00:00.000Z'],
  ['a leap day', '2028-02-29', '2028-03-01T00:00:00.000Z'],
  ['an instant', '2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
  ['an instant with an offset', '2026-11-21T23:30:00-02:00', '2026-11-22T01:30:00.000Z'],
])('returns when %s passes', (_what, deadline, closing) => {
  expect(closingOf(deadline).toISOString()).toBe(closing);
});
