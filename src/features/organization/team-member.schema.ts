import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { AcceptedAt } from './organization-member.schema.ts';
import { TeamRole } from './team.schema.ts';

export const TeamMember = Type.Object(
  {
    user_id: Uuid,
    full_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    is_ai: Type.Boolean(),
    role: TeamRole,
    is_admin: Type.Boolean({ description: 'Whether the team names them as its admin_id.' }),
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
  personNotFound: {
    status: 404,
    code: 'team.person-not-found',
    message: 'There is nobody with this user_id. See GET /api/organizations/:id/members for who can be added.',
  },
  notInOrganization: {
    status: 400,
    code: 'team.person-not-in-organization',
    message: 'Only members of the organization can be in its teams. Add this person there first.',
  },
  alreadyMember: {
    status: 400,
    code: 'team.already-member',
    message: 'This person belongs to the team already. Change their role in place of adding them.',
  },
  personDeparted: {
    status: 400,
    code: 'team.person-departed',
    message:
      'This person has declined or left the team. Only an invitation that they accept brings them back: POST /api/teams/:id/invitations.',
  },
  alreadyAccepted: {
    status: 400,
    code: 'team.already-accepted',
    message: 'You have accepted this membership. Leave with DELETE /api/teams/:id/members/:userId.',
  },
  notMember: {
    status: 403,
    code: 'team.not-member',
    message: 'This is for members of the team. Ask one of its admins to add you.',
  },
  adminRoleFixed: {
    status: 400,
    code: 'team.admin-role-fixed',
    message:
      'The admin_id of a team has the role of admin. Let the team name another admin_id first: PUT /api/teams/:id.',
  },
  adminStays: {
    status: 400,
    code: 'team.admin-stays',
    message: 'The admin_id of a team cannot leave it. Let the team name another admin_id first: PUT /api/teams/:id.',
  },
});
