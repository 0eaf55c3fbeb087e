import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { OrganizationRole } from '../permission/permission.schema.ts';

export const AcceptedAt = Type.Union([Timestamp, Type.Null()], {
  title: 'AcceptedAt',
  description: 'When the user accepted the membership; null if another user added them and they have not accepted yet.',
});

export const OrganizationMember = Type.Object(
  {
    user: UserSummary,
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

export const MemberInPath = Type.Object({ id: Uuid, userId: Uuid });

export const organizationMemberErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'organization.member-not-found',
    message: 'The organization has no member with this id.',
  },
  userNotFound: {
    status: 404,
    code: 'organization.user-not-found',
    message: 'There is no user with this user_id. Find users with GET /api/users/search.',
  },
  alreadyMember: {
    status: 400,
    code: 'organization.already-member',
    message: 'This user is a member of the organization already. Change their role instead.',
  },
  userDeparted: {
    status: 400,
    code: 'organization.user-departed',
    message:
      'This user has declined or left the organization and can return only by an invitation. Create one with POST /api/organizations/:id/invitations.',
  },
  alreadyAccepted: {
    status: 400,
    code: 'organization.already-accepted',
    message: 'You have accepted this membership. Leave with DELETE /api/organizations/:id/members/:userId.',
  },
  ownerByTransfer: {
    status: 400,
    code: 'organization.owner-by-transfer',
    message: 'The role owner cannot be assigned. Use POST /api/organizations/:id/transfer-ownership.',
  },
  ownerRoleFixed: {
    status: 400,
    code: 'organization.owner-role-fixed',
    message: 'The role of the owner cannot be changed. Use POST /api/organizations/:id/transfer-ownership.',
  },
  ownerStays: {
    status: 400,
    code: 'organization.owner-stays',
    message:
      'The owner cannot leave. Transfer the ownership first (POST /api/organizations/:id/transfer-ownership), or decline it if it was transferred to you (POST /api/organizations/:id/ownership/decline).',
  },
});
