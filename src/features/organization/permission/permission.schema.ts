import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';

export const OrganizationRole = Type.Enum(['owner', 'admin', 'member'], { title: 'OrganizationRole' });
export type OrganizationRole = Static<typeof OrganizationRole>;

export const TeamRole = Type.Enum(['admin', 'member'], { title: 'TeamRole' });
export type TeamRole = Static<typeof TeamRole>;

export const permissionErrors = declareErrors({
  notOrganizationMember: {
    status: 403,
    code: 'organization.not-member',
    message: 'Only members of the organization can do this. Ask its owner to add you.',
  },
  notOrganizationOwner: {
    status: 403,
    code: 'organization.not-owner',
    message: 'Only the owner of the organization can do this.',
  },
  notOrganizationAdmin: {
    status: 403,
    code: 'organization.not-admin',
    message: 'Only the owner and the admins of the organization can do this.',
  },
  notTeamOrganizationMember: {
    status: 403,
    code: 'team.not-organization-member',
    message: "Only members of the team's organization can do this. Ask its owner to add you.",
  },
  notTeamAdmin: { status: 403, code: 'team.not-admin', message: 'Only an admin of the team can do this.' },
});
