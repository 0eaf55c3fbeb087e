import { describe, expect, test } from 'vitest';
import { checkGrant, decideExpiry, PREFIX, shownPrefixOf } from './personal-token.rules.ts';

describe('checkGrant', () => {
  test.each([
    [['goals', 'journal:read'], false, true],
    [['admin:read'], true, true],
    [['admin:read'], false, false],
    [['goals', 'admin:read'], false, false],
  ])('%j of a super admin (%s) is granted: %s', (scopes, isSuperAdmin, isGranted) => {
    const check = () => checkGrant(scopes, { isSuperAdmin });
    if (isGranted) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'token.not-super-admin' }));
  });
});

test.each([
  ['2026-03-01T12:00:00Z', 1, '2026-03-02T12:00:00.000Z'],
  // Days have 24 hours, whatever the clocks of the user do.
  ['2026-03-28T12:00:00Z', 2, '2026-03-30T12:00:00.000Z'],
  ['2027-12-31T00:00:00Z', 365, '2028-12-30T00:00:00.000Z'],
])('a token of %s for %i days ends at %s', (now, days, end) => {
  expect(decideExpiry(new Date(now), days).toISOString()).toBe(end);
});

test('shows the beginning of a token', () => {
  expect(shownPrefixOf(`${PREFIX}abcdefgh`)).toBe('mdw_abcd');
});
