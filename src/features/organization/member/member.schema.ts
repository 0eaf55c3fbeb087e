import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { OrganizationRole, TeamRole } from '../permission/permission.schema.ts';

export const GroupKind = Type.Enum(['organization', 'team'], { title: 'GroupKind' });
export type GroupKind = Static<typeof GroupKind>;

/** Names an organization or a team. */
export type GroupPath = { kind: GroupKind; id: string };

const User = {
  user: UserSummary,
  user_id: Uuid,
  full_name: Type.String(),
  avatar_url: Nullable(Type.String()),
  is_ai: Type.Boolean(),
};

const AcceptedAt = Type.Union([Timestamp, Type.Null()], {
  title: 'AcceptedAt',
  description: 'When the user accepted the membership; null if another user added them and they have not accepted yet.',
});

const OrganizationMember = Type.Object(
  {
    ...User,
    role: OrganizationRole,
    is_owner: Type.Boolean(),
    joined_at: Type.Optional(Timestamp),
    accepted_at: AcceptedAt,
  },
  { title: 'OrganizationMember' },
);

const TeamMember = Type.Object(
  {
    ...User,
    role: TeamRole,
    is_admin: Type.Boolean({ description: 'Whether the user is the `admin_id` of the team.' }),
    joined_at: Timestamp,
    accepted_at: AcceptedAt,
  },
  { title: 'TeamMember' },
);

export type Member = Static<typeof OrganizationMember> | Static<typeof TeamMember>;

/** What requests about members and their responses hold. */
export const MEMBER_SHAPES = {
  organization: shapesOf('Organization', OrganizationMember, OrganizationRole),
  team: shapesOf('Team', TeamMember, TeamRole),
};

function shapesOf(
  noun: string,
  member: typeof OrganizationMember | typeof TeamMember,
  role: typeof OrganizationRole | typeof TeamRole,
) {
  return {
    Body: Type.Object({ member }, { title: `${noun}MemberBody` }),
    List: listSchema('members', member),
    New: Type.Object({ user_id: Uuid, role: Type.Optional(role) }, { title: `New${noun}Member` }),
    RoleChange: Type.Object({ role }, { title: `${noun}RoleChange` }),
  };
}

export type NewMember = Static<(typeof MEMBER_SHAPES)[GroupKind]['New']>;

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
  leadRoleFixed: {
    status: 400,
    code: 'organization.owner-role-fixed',
    message: 'The role of the owner cannot be changed. Use POST /api/organizations/:id/transfer-ownership.',
  },
  leadStays: {
    status: 400,
    code: 'organization.owner-stays',
    message:
      'The owner cannot leave. Transfer the ownership first (POST /api/organizations/:id/transfer-ownership), or decline it if it was transferred to you (POST /api/organizations/:id/ownership/decline).',
  },
});

export const teamMemberErrors = declareErrors({
  notFound: { status: 404, code: 'team.member-not-found', message: 'The team has no member with this id.' },
  userNotFound: {
    status: 404,
    code: 'team.user-not-found',
    message: 'There is no user with this user_id. GET /api/organizations/:id/members lists users that can be added.',
  },
  notInOrganization: {
    status: 400,
    code: 'team.user-not-in-organization',
    message: 'Only members of the organization can be in its teams. Add the user there first.',
  },
  alreadyMember: {
    status: 400,
    code: 'team.already-member',
    message: 'This user is a member of the team already. Change their role instead.',
  },
  userDeparted: {
    status: 400,
    code: 'team.user-departed',
    message:
      'This user has declined or left the team and can return only by an invitation. Create one with POST /api/teams/:id/invitations.',
  },
  alreadyAccepted: {
    status: 400,
    code: 'team.already-accepted',
    message: 'You have accepted this membership. Leave with DELETE /api/teams/:id/members/:userId.',
  },
  notMember: {
    status: 403,
    code: 'team.not-member',
    message: 'Only members of the team can do this. Ask one of its admins to add you.',
  },
  leadRoleFixed: {
    status: 400,
    code: 'team.admin-role-fixed',
    message: 'The role of the user admin_id cannot be changed. Change admin_id first with PUT /api/teams/:id.',
  },
  leadStays: {
    status: 400,
    code: 'team.admin-stays',
    message: 'The user admin_id cannot leave the team. Change admin_id first with PUT /api/teams/:id.',
  },
});

/** What refuses a request about a member. The lead of an organization is its owner, that of a team its `admin_id`. */
export const MEMBER_ERRORS = { organization: organizationMemberErrors, team: teamMemberErrors };
