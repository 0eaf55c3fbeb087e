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
  type OrganizationStanding,
  type TeamStanding,
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

/** Of the people in the organization, what they are there does not matter to the team unless it is to own it. */
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

const inOrganization = (role: OrganizationStanding['role'], isSuperAdmin = false): OrganizationStanding => ({
  isSuperAdmin,
  role,
});

const inTeam = (facts: Partial<TeamStanding>): TeamStanding => ({
  isSuperAdmin: false,
  role: 'member',
  teamRole: null,
  isNamedAdmin: false,
  ...facts,
});

const ORGANIZATION_STANDINGS: Record<string, OrganizationStanding> = {
  owner: inOrganization('owner'),
  admin: inOrganization('admin'),
  member: inOrganization('member'),
  stranger: inOrganization(null),
  'super-admin': inOrganization(null, true),
};

const TEAM_STANDINGS: Record<string, TeamStanding> = {
  'named-admin': inTeam({ teamRole: 'admin', isNamedAdmin: true }),
  admin: inTeam({ teamRole: 'admin' }),
  member: inTeam({ teamRole: 'member' }),
  colleague: inTeam({ role: 'admin' }),
  'organization-owner': inTeam({ role: 'owner' }),
  stranger: inTeam({ role: null }),
  'super-admin': inTeam({ role: null, isSuperAdmin: true }),
};

const ORGANIZATION_RIGHTS: Record<string, (standing: OrganizationStanding) => boolean> = {
  view: canViewOrganization,
  update: canUpdateOrganization,
  delete: canDeleteOrganization,
  transfer: canTransferOrganization,
  'add-member': canAddOrganizationMember,
  'change-role': canChangeOrganizationRole,
  'remove-another': (standing) => canRemoveOrganizationMember(standing, false),
  leave: (standing) => canRemoveOrganizationMember(standing, true),
  'create-team': canCreateTeam,
};

const TEAM_RIGHTS: Record<string, (standing: TeamStanding) => boolean> = {
  view: canViewTeam,
  update: canUpdateTeam,
  'name-admin': canNameTeamAdmin,
  delete: canDeleteTeam,
  'add-member': canAddTeamMember,
  'change-role': canChangeTeamRole,
  'remove-another': (standing) => canRemoveTeamMember(standing, false),
  leave: (standing) => canRemoveTeamMember(standing, true),
};

type Cell = { right: string; who: string; may: boolean };

function cellsOf(matrix: string): Cell[] {
  const [head, ...lines] = matrix.trim().split('\n').map(wordsOf);
  return lines.flatMap(([right = '', ...words]) =>
    words.map((word, column) => ({ right, who: head?.[column + 1] ?? '', may: word === 'yes' })),
  );
}
const wordsOf = (line: string) => line.replace('|', '').trim().split(/\s+/);

describe('who may do what in an organization', () => {
  const cells = cellsOf(ORGANIZATION_MATRIX);

  test('is said for everything and everybody', () => {
    expect(cells).toHaveLength(Object.keys(ORGANIZATION_RIGHTS).length * Object.keys(ORGANIZATION_STANDINGS).length);
  });

  test.each(cells)('$right, $who: $may', ({ right, who, may }) => {
    expect(ORGANIZATION_RIGHTS[right]?.(ORGANIZATION_STANDINGS[who] as OrganizationStanding)).toBe(may);
  });
});

describe('who may do what in a team', () => {
  const cells = cellsOf(TEAM_MATRIX);

  test('is said for everything and everybody', () => {
    expect(cells).toHaveLength(Object.keys(TEAM_RIGHTS).length * Object.keys(TEAM_STANDINGS).length);
  });

  test.each(cells)('$right, $who: $may', ({ right, who, may }) => {
    expect(TEAM_RIGHTS[right]?.(TEAM_STANDINGS[who] as TeamStanding)).toBe(may);
  });

  test('the named admin may do it also where the role in the team says less', () => {
    expect(canUpdateTeam(inTeam({ teamRole: 'member', isNamedAdmin: true }))).toBe(true);
  });

  test('the owner of the organization may do what their role in the team lets them', () => {
    expect(canUpdateTeam(inTeam({ role: 'owner', teamRole: 'admin' }))).toBe(true);
    expect(canUpdateTeam(inTeam({ role: 'owner', teamRole: 'member' }))).toBe(false);
  });
});

describe('what needs privilege', () => {
  test.each(cellsOf(ORGANIZATION_MATRIX))('$right by a super admin who is also $who: unless $may', (cell) => {
    const standing = ORGANIZATION_STANDINGS[cell.who] as OrganizationStanding;
    const can = ORGANIZATION_RIGHTS[cell.right] as (standing: OrganizationStanding) => boolean;
    const isOrdinary = cell.may && cell.who !== 'super-admin';
    expect(needsPrivilege(can, { ...standing, isSuperAdmin: true })).toBe(!isOrdinary);
    expect(needsPrivilege(can, { ...standing, isSuperAdmin: false })).toBe(false);
  });

  test.each(cellsOf(TEAM_MATRIX))('$right in a team by a super admin who is also $who: unless $may', (cell) => {
    const standing = TEAM_STANDINGS[cell.who] as TeamStanding;
    const can = TEAM_RIGHTS[cell.right] as (standing: TeamStanding) => boolean;
    const isOrdinary = cell.may && cell.who !== 'super-admin';
    expect(needsPrivilege(can, { ...standing, isSuperAdmin: true })).toBe(!isOrdinary);
    expect(needsPrivilege(can, { ...standing, isSuperAdmin: false })).toBe(false);
  });
});
