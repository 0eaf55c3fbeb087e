import { describe, expect, test } from 'vitest';
import { leavesNoAdministrator } from './person-administration.rules.ts';

describe('nobody could administer any more', () => {
  const demoted = { role: 'user', isActive: true };
  const blocked = { role: 'super_admin', isActive: false };
  const unchanged = { role: 'super_admin', isActive: true };

  test.each([
    { who: 'the only one is demoted', administrators: ['ada'], standing: demoted, expected: true },
    { who: 'the only one is blocked', administrators: ['ada'], standing: blocked, expected: true },
    { who: 'the only one stays one', administrators: ['ada'], standing: unchanged, expected: false },
    { who: 'one of two is demoted', administrators: ['ada', 'ben'], standing: demoted, expected: false },
    { who: 'one of two is blocked', administrators: ['ada', 'ben'], standing: blocked, expected: false },
    { who: 'somebody else is the only one', administrators: ['ben'], standing: demoted, expected: false },
    { who: 'there is none to begin with', administrators: [], standing: demoted, expected: false },
  ])('$expected where $who', ({ administrators, standing, expected }) => {
    expect(leavesNoAdministrator(administrators, 'ada', standing)).toBe(expected);
  });
});
