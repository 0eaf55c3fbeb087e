import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { TeamRole } from '../permission/permission.schema.ts';
import { Settings } from '../settings.schema.ts';

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Description = Type.String({ maxLength: 1_000 });

export const Team = Type.Object(
  {
    id: Uuid,
    name: Name,
    description: Description,
    org_id: Uuid,
    admin_id: Uuid,
    admin: Nullable(UserSummary, { description: 'null if the admin is deactivated.' }),
    user_role: Nullable(TeamRole, { description: 'Your role in the team, or null if you are not a member.' }),
    member_count: Type.Integer({ minimum: 0, description: 'The active members.' }),
    settings: Settings,
    organizations: Type.Object({ id: Uuid, name: Name }, { description: 'The organization that the team belongs to.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Team' },
);
export type Team = Static<typeof Team>;

export const TeamBody = Type.Object({ team: Team }, { title: 'TeamBody' });
export const TeamList = listSchema('teams', Team);

export const TeamReading = Type.Object(
  {
    team: Team,
    user_role: Nullable(TeamRole),
    is_accepted: Type.Boolean({
      description: 'Whether you have accepted your membership; false if you are not a member.',
    }),
  },
  { title: 'TeamWithRoleBody' },
);
export type TeamReading = Static<typeof TeamReading>;

export const TeamQuery = Type.Object({
  ...PageQuery.properties,
  org_id: Type.Optional(Uuid),
  mine: Type.Optional(Type.Boolean({ description: 'true for the teams that you are a member of only.' })),
});
export type TeamQuery = Static<typeof TeamQuery>;

export const NewTeam = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    org_id: Uuid,
    admin_id: Type.Optional(Uuid),
    settings: Type.Optional(Settings),
  },
  { title: 'NewTeam' },
);
export type NewTeam = Static<typeof NewTeam>;

export const TeamChange = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    admin_id: Type.Optional(Uuid),
    settings: Type.Optional(Settings),
  },
  { title: 'TeamChange' },
);
export type TeamChange = Static<typeof TeamChange>;

export const teamErrors = declareErrors({
  notFound: { status: 404, code: 'team.not-found', message: 'There is no team with this id.' },
  notOrganizationOwner: {
    status: 403,
    code: 'team.not-organization-owner',
    message: 'Only the owner of the organization can change admin_id.',
  },
  adminNotMember: {
    status: 400,
    code: 'team.admin-not-member',
    message: 'admin_id must be an active member of the organization. Add the user there first.',
  },
});
