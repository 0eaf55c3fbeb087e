import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { OrganizationRole } from './organization.schema.ts';

export const AcceptedAt = Type.Union([Timestamp, Type.Null()], {
  title: 'AcceptedAt',
  description: 'When the person accepted the membership; null where another person added them and they have not yet.',
});

export const OrganizationMember = Type.Object(
  {
    user_id: Uuid,
    full_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    is_ai: Type.Boolean(),
    role: OrganizationRole,
    is_owner: Type.Boolean(),
    joined_at: Type.Optional(Timestamp),
    accepted_at: AcceptedAt,
  },
  { title: 'OrganizationMember' },
);
export type OrganizationMember = Static<typeof OrganizationMember>;

export const OrganizationMemberBody = Type.Object({ member: OrganizationMember }, { title: 'OrganizationMemberBody' });
export const OrganizationMemberList = listSchema('members', OrganizationMember);

export const NewOrganizationMember = Type.Object(
  { user_id: Uuid, role: Type.Optional(OrganizationRole) },
  { title: 'NewOrganizationMember' },
);
export type NewOrganizationMember = Static<typeof NewOrganizationMember>;

export const OrganizationRoleChange = Type.Object({ role: OrganizationRole }, { title: 'OrganizationRoleChange' });

/** The path of a route about one member of a group. */
export const MemberInPath = Type.Object({ id: Uuid, userId: Uuid });

export const organizationMemberErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'organization.member-not-found',
    message: 'The organization has no member with this id.',
  },
  personNotFound: {
    status: 404,
    code: 'organization.person-not-found',
    message: 'There is nobody with this user_id. Find people with GET /api/users/search.',
  },
  alreadyMember: {
    status: 400,
    code: 'organization.already-member',
    message: 'This person belongs to the organization already. Change their role in place of adding them.',
  },
  personDeparted: {
    status: 400,
    code: 'organization.person-departed',
    message:
      'This person has declined or left the organization. Only an invitation that they accept brings them back: POST /api/organizations/:id/invitations.',
  },
  alreadyAccepted: {
    status: 400,
    code: 'organization.already-accepted',
    message: 'You have accepted this membership. Leave with DELETE /api/organizations/:id/members/:userId.',
  },
  ownerByTransfer: {
    status: 400,
    code: 'organization.owner-by-transfer',
    message: 'An owner is not made by a role. Use POST /api/organizations/:id/transfer-ownership.',
  },
  ownerRoleFixed: {
    status: 400,
    code: 'organization.owner-role-fixed',
    message: 'The role of the owner changes with POST /api/organizations/:id/transfer-ownership alone.',
  },
  ownerStays: {
    status: 400,
    code: 'organization.owner-stays',
    message:
      'The owner cannot leave. Hand the organization over first (POST /api/organizations/:id/transfer-ownership), or decline it if it was handed to you (POST /api/organizations/:id/ownership/decline).',
  },
});
