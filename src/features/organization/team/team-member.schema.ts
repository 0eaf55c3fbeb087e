import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { AcceptedAt } from '../organization/organization-member.schema.ts';
import { TeamRole } from '../permission/permission.schema.ts';

export const TeamMember = Type.Object(
  {
    user: UserSummary,
    user_id: Uuid,
    full_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    is_ai: Type.Boolean(),
    role: TeamRole,
    is_admin: Type.Boolean({ description: 'Whether the user is the `admin_id` of the team.' }),
    joined_at: Timestamp,
    accepted_at: AcceptedAt,
  },
  { title: 'TeamMember' },
);
export type TeamMember = Static<typeof TeamMember>;

export const TeamMemberBody = Type.Object({ member: TeamMember }, { title: 'TeamMemberBody' });
export const TeamMemberList = listSchema('members', TeamMember);

export const NewTeamMember = Type.Object({ user_id: Uuid, role: Type.Optional(TeamRole) }, { title: 'NewTeamMember' });
export type NewTeamMember = Static<typeof NewTeamMember>;

export const TeamRoleChange = Type.Object({ role: TeamRole }, { title: 'TeamRoleChange' });

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
  adminRoleFixed: {
    status: 400,
    code: 'team.admin-role-fixed',
    message: 'The role of the user admin_id cannot be changed. Change admin_id first with PUT /api/teams/:id.',
  },
  adminStays: {
    status: 400,
    code: 'team.admin-stays',
    message: 'The user admin_id cannot leave the team. Change admin_id first with PUT /api/teams/:id.',
  },
});
