import { describe, expect, test } from 'vitest';
import {
  canAddOrganizationMember,
  canAddTeamMember,
  canChangeOrganizationRole,
  canChangeTeamRole,
  canCreateTeam,
  canDeleteOrganization,
  canDeleteTeam,
  canNameTeamAdmin,
  canRemoveOrganizationMember,
  canRemoveTeamMember,
  canTransferOrganization,
  canUpdateOrganization,
  canUpdateTeam,
  canViewOrganization,
  canViewTeam,
  needsPrivilege,
  type OrganizationAccess,
  type TeamAccess,
} from './permission.rules.ts';

const ORGANIZATION_MATRIX = `
  right            | owner  admin  member  stranger  super-admin
  view             | yes    yes    yes     no        yes
  update           | yes    no     no      no        yes
  delete           | yes    no     no      no        yes
  transfer         | yes    no     no      no        yes
  add-member       | yes    no     no      no        yes
  change-role      | yes    no     no      no        yes
  remove-another   | yes    no     no      no        yes
  leave            | yes    yes    yes     no        yes
  create-team      | yes    yes    yes     no        yes`;

/** The permissions in a team. The role in the organization matters only for its owner. */
const TEAM_MATRIX = `
  right            | named-admin  admin  member  colleague  organization-owner  stranger  super-admin
  view             | yes          yes    yes     yes        yes                 no        yes
  update           | yes          yes    no      no         no                  no        yes
  name-admin       | no           no     no      no         yes                 no        yes
  delete           | yes          yes    no      no         no                  no        yes
  add-member       | yes          yes    no      no         no                  no        yes
  change-role      | yes          yes    no      no         no                  no        yes
  remove-another   | yes          yes    no      no         no                  no        yes
  leave            | yes          yes    yes     no         no                  no        yes`;

const inOrganization = (role: OrganizationAccess['role'], isSuperAdmin = false): OrganizationAccess => ({
  isSuperAdmin,
  role,
});

const inTeam = (facts: Partial<TeamAccess>): TeamAccess => ({
  isSuperAdmin: false,
  role: 'member',
  teamRole: null,
  isNamedAdmin: false,
  ...facts,
});

const ORGANIZATION_STANDINGS: Record<string, OrganizationAccess> = {
  owner: inOrganization('owner'),
  admin: inOrganization('admin'),
  member: inOrganization('member'),
  stranger: inOrganization(null),
  'super-admin': inOrganization(null, true),
};

const TEAM_STANDINGS: Record<string, TeamAccess> = {
  'named-admin': inTeam({ teamRole: 'admin', isNamedAdmin: true }),
  admin: inTeam({ teamRole: 'admin' }),
  member: inTeam({ teamRole: 'member' }),
  colleague: inTeam({ role: 'admin' }),
  'organization-owner': inTeam({ role: 'owner' }),
  stranger: inTeam({ role: null }),
  'super-admin': inTeam({ role: null, isSuperAdmin: true }),
};

const ORGANIZATION_RIGHTS: Record<string, (access: OrganizationAccess) => boolean> = {
  view: canViewOrganization,
  update: canUpdateOrganization,
  delete: canDeleteOrganization,
  transfer: canTransferOrganization,
  'add-member': canAddOrganizationMember,
  'change-role': canChangeOrganizationRole,
  'remove-another': (access) => canRemoveOrganizationMember(access, false),
  leave: (access) => canRemoveOrganizationMember(access, true),
  'create-team': canCreateTeam,
};

const TEAM_RIGHTS: Record<string, (access: TeamAccess) => boolean> = {
  view: canViewTeam,
  update: canUpdateTeam,
  'name-admin': canNameTeamAdmin,
  delete: canDeleteTeam,
  'add-member': canAddTeamMember,
  'change-role': canChangeTeamRole,
  'remove-another': (access) => canRemoveTeamMember(access, false),
  leave: (access) => canRemoveTeamMember(access, true),
};

type Cell = { right: string; who: string; may: boolean };

function cellsOf(matrix: string): Cell[] {
  const [head, ...lines] = matrix.trim().split('\n').map(wordsOf);
  return lines.flatMap(([right = '', ...words]) =>
    words.map((word, column) => ({ right, who: head?.[column + 1] ?? '', may: word === 'yes' })),
  );
}
const wordsOf = (line: string) => line.replace('|', '').trim().split(/\s+/);

describe('permissions in an organization', () => {
  const cells = cellsOf(ORGANIZATION_MATRIX);

  test('covers all permissions and roles', () => {
    expect(cells).toHaveLength(Object.keys(ORGANIZATION_RIGHTS).length * Object.keys(ORGANIZATION_STANDINGS).length);
  });

  test.each(cells)('$right, $who: $may', ({ right, who, may }) => {
    expect(ORGANIZATION_RIGHTS[right]?.(ORGANIZATION_STANDINGS[who] as OrganizationAccess)).toBe(may);
  });
});

describe('permissions in a team', () => {
  const cells = cellsOf(TEAM_MATRIX);

  test('covers all permissions and roles', () => {
    expect(cells).toHaveLength(Object.keys(TEAM_RIGHTS).length * Object.keys(TEAM_STANDINGS).length);
  });

  test.each(cells)('$right, $who: $may', ({ right, who, may }) => {
    expect(TEAM_RIGHTS[right]?.(TEAM_STANDINGS[who] as TeamAccess)).toBe(may);
  });

  test('the named admin may do it also where the role in the team says less', () => {
    expect(canUpdateTeam(inTeam({ teamRole: 'member', isNamedAdmin: true }))).toBe(true);
  });

  test('the owner of the organization may do what their role in the team lets them', () => {
    expect(canUpdateTeam(inTeam({ role: 'owner', teamRole: 'admin' }))).toBe(true);
    expect(canUpdateTeam(inTeam({ role: 'owner', teamRole: 'member' }))).toBe(false);
  });
});

describe('needsPrivilege', () => {
  test.each(cellsOf(ORGANIZATION_MATRIX))('$right by a super admin who is also $who: unless $may', (cell) => {
    const access = ORGANIZATION_STANDINGS[cell.who] as OrganizationAccess;
    const can = ORGANIZATION_RIGHTS[cell.right] as (access: OrganizationAccess) => boolean;
    const isOrdinary = cell.may && cell.who !== 'super-admin';
    expect(needsPrivilege(can, { ...access, isSuperAdmin: true })).toBe(!isOrdinary);
    expect(needsPrivilege(can, { ...access, isSuperAdmin: false })).toBe(false);
  });

  test.each(cellsOf(TEAM_MATRIX))('$right in a team by a super admin who is also $who: unless $may', (cell) => {
    const access = TEAM_STANDINGS[cell.who] as TeamAccess;
    const can = TEAM_RIGHTS[cell.right] as (access: TeamAccess) => boolean;
    const isOrdinary = cell.may && cell.who !== 'super-admin';
    expect(needsPrivilege(can, { ...access, isSuperAdmin: true })).toBe(!isOrdinary);
    expect(needsPrivilege(can, { ...access, isSuperAdmin: false })).toBe(false);
  });
});
