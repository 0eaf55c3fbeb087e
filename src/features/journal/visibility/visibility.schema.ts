import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Uuid } from '#platform/http/shapes.ts';

export const VisibilityLevel = Type.Enum(['user', 'team', 'org', 'public'], { title: 'Visibility' });
export type VisibilityLevel = Static<typeof VisibilityLevel>;

const RequestedLevel = Type.Enum(['user', 'team', 'org', 'public', 'private'], {
  title: 'RequestedVisibility',
  description:
    '`private` is read by you alone, also in a shared notebook. Responses show it as `user`, so `user` keeps it; null ends it.',
});
/** A level as it is stored. `private` is `user` without inheritance. */
export type StoredLevel = Static<typeof RequestedLevel>;

/**
 * The sharing of a record in a response: the level of its metadata, the level of its content, and the groups that `team` and `org`
 * mean.
 */
export const Sharing = Type.Object(
  {
    metadata_visibility: VisibilityLevel,
    content_visibility: VisibilityLevel,
    team_id: Nullable(Uuid),
    org_id: Nullable(Uuid),
  },
  { title: 'Sharing' },
);

/** The sharing of a record as it is stored. */
export type Sharing = {
  metadata_visibility: StoredLevel;
  content_visibility: StoredLevel;
  team_id: string | null;
  org_id: string | null;
};

/** Sharing in a request. Omitted fields keep their values, or have the default `user`. */
export const SharingInput = Type.Object(
  {
    metadata_visibility: Type.Optional(Nullable(RequestedLevel)),
    content_visibility: Type.Optional(Nullable(RequestedLevel)),
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
