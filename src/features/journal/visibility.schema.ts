import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { Nullable, Uuid } from '../../platform/http/shapes.ts';

/** Who may see: the owner alone, the members of a team, of an organization, or everybody who is signed in. */
export const VisibilityLevel = Type.Enum(['user', 'team', 'org', 'public'], { title: 'Visibility' });
export type VisibilityLevel = Static<typeof VisibilityLevel>;

/** How a record says with whom it is shared. Metadata and content have a level each; the ids say which group is meant. */
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

/** The same in a request: what is left out keeps its value, or the default `user`. */
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
    message: 'A visibility of team needs a team_id: say which team.',
  },
  orgRequired: {
    status: 400,
    code: 'visibility.org-required',
    message: 'A visibility of org needs an org_id: say which organization.',
  },
  teamUnknown: { status: 400, code: 'visibility.team-unknown', message: 'There is no team with this team_id.' },
  orgUnknown: { status: 400, code: 'visibility.org-unknown', message: 'There is no organization with this org_id.' },
  notTeamMember: {
    status: 403,
    code: 'visibility.not-team-member',
    message: 'You can share with a team only while you are one of its members.',
  },
  notOrgMember: {
    status: 403,
    code: 'visibility.not-org-member',
    message: 'You can share with an organization only while you are one of its members.',
  },
});
