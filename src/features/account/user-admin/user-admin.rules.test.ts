import { describe, expect, test } from 'vitest';
import { leavesNoSuperAdmin } from './user-admin.rules.ts';

describe('leavesNoSuperAdmin', () => {
  const demoted = { role: 'user', isActive: true };
  const blocked = { role: 'super_admin', isActive: false };
  const unchanged = { role: 'super_admin', isActive: true };

  test.each([
    { who: 'the only one is demoted', superAdminIds: ['ada'], after: demoted, expected: true },
    { who: 'the only one is blocked', superAdminIds: ['ada'], after: blocked, expected: true },
    { who: 'the only one remains one', superAdminIds: ['ada'], after: unchanged, expected: false },
    { who: 'one of two is demoted', superAdminIds: ['ada', 'ben'], after: demoted, expected: false },
    { who: 'one of two is blocked', superAdminIds: ['ada', 'ben'], after: blocked, expected: false },
    { who: 'another user is the only one', superAdminIds: ['ben'], after: demoted, expected: false },
    { who: 'there was none before', superAdminIds: [], after: demoted, expected: false },
  ])('returns $expected when $who', ({ superAdminIds, after, expected }) => {
    expect(leavesNoSuperAdmin(superAdminIds, 'ada', after)).toBe(expected);
  });
});
