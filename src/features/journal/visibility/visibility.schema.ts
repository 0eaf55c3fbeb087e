import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { Nullable, Uuid } from '../../../platform/http/shapes.ts';

export const VisibilityLevel = Type.Enum(['user', 'team', 'org', 'public'], { title: 'Visibility' });
export type VisibilityLevel = Static<typeof VisibilityLevel>;

/** The sharing of a record: the level of its metadata, the level of its content, and the groups that `team` and `org` mean. */
export const Sharing = Type.Object(
  {
    metadata_visibility: VisibilityLevel,
    content_visibility: VisibilityLevel,
    team_id: Nullable(Uuid),
    org_id: Nullable(Uuid),
  },
  { title: 'Sharing' },
);
export type Sharing = Static<typeof Sharing>;

/** Sharing in a request. Omitted fields keep their values, or have the default `user`. */
export const SharingInput = Type.Object(
  {
    metadata_visibility: Type.Optional(Nullable(VisibilityLevel)),
    content_visibility: Type.Optional(Nullable(VisibilityLevel)),
    team_id: Type.Optional(Nullable(Uuid)),
    org_id: Type.Optional(Nullable(Uuid)),
  },
  { title: 'SharingInput' },
);
export type SharingInput = Static<typeof SharingInput>;

export const visibilityErrors = declareErrors({
  teamRequired: {
    status: 400,
    code: 'visibility.team-required',
    message: 'The visibility `team` requires a team_id. Send the id of the team.',
  },
  orgRequired: {
    status: 400,
    code: 'visibility.org-required',
    message: 'The visibility `org` requires an org_id. Send the id of the organization.',
  },
  teamUnknown: { status: 400, code: 'visibility.team-unknown', message: 'No team has this team_id.' },
  orgUnknown: { status: 400, code: 'visibility.org-unknown', message: 'No organization has this org_id.' },
  notTeamMember: {
    status: 403,
    code: 'visibility.not-team-member',
    message: 'You are not a member of this team. Share with a team that you belong to.',
  },
  notOrgMember: {
    status: 403,
    code: 'visibility.not-org-member',
    message: 'You are not a member of this organization. Share with an organization that you belong to.',
  },
});
