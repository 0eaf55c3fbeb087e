import { type Sharing, type SharingInput, type VisibilityLevel, visibilityErrors } from './visibility.schema.ts';

/** The audience that everybody who is signed in belongs to. */
export const PUBLIC_AUDIENCE = '00000000-0000-0000-0000-000000000000';

/** What a record's sharing comes to: the levels that hold, and the group each one lets in (null is the owner alone). */
export type EffectiveSharing = {
  metadataLevel: VisibilityLevel;
  metadataAudience: string | null;
  contentLevel: VisibilityLevel;
  contentAudience: string | null;
};

/** Of what is shared by nothing: the owner alone sees it. */
export const OWNER_ONLY: Sharing = {
  metadata_visibility: 'user',
  content_visibility: 'user',
  team_id: null,
  org_id: null,
};

/**
 * Who sees an entry. A level other than `user` counts as it stands; the level `user` inherits the notebook's, together
 * with the group that the notebook means by it; without a notebook it is the owner alone. A group that is no longer there
 * (its id is null) leaves the owner alone as well.
 */
export function decideEffectiveSharing(own: Sharing, notebook: Sharing | null): EffectiveSharing {
  const metadata = inherit(own, own.metadata_visibility, notebook, notebook?.metadata_visibility);
  const content = inherit(own, own.content_visibility, notebook, notebook?.content_visibility);
  return {
    metadataLevel: metadata.level,
    metadataAudience: metadata.audience,
    contentLevel: content.level,
    contentAudience: content.audience,
  };
}

type Reach = { level: VisibilityLevel; audience: string | null };

function inherit(
  own: Sharing,
  ownLevel: VisibilityLevel,
  notebook: Sharing | null,
  notebookLevel: VisibilityLevel | undefined,
): Reach {
  if (ownLevel === 'user' && notebook !== null && notebookLevel !== undefined) return reachOf(notebook, notebookLevel);
  return reachOf(own, ownLevel);
}

function reachOf(source: Sharing, level: VisibilityLevel): Reach {
  if (level === 'public') return { level, audience: PUBLIC_AUDIENCE };
  const audience = level === 'team' ? source.team_id : level === 'org' ? source.org_id : null;
  return audience === null ? { level: 'user', audience: null } : { level, audience };
}

/** The ids of all groups that these name. */
export function groupsNamedBy(...records: readonly (Pick<SharingInput, 'team_id' | 'org_id'> | null)[]): string[] {
  return records.flatMap((record) => [record?.team_id, record?.org_id]).filter((id) => id != null);
}

/**
 * The sharing without groups that are not among these (ids in lower case). A level that meant one falls to `user`; only where
 * `user` would inherit what the notebook shares, it stays, so that no entry gets a wider audience by the end of a group.
 */
export function sharingAmong(groups: ReadonlySet<string>, sharing: Sharing, notebook: Sharing | null): Sharing {
  const among = (id: string | null) => (id !== null && groups.has(id.toLowerCase()) ? id : null);
  const [team_id, org_id] = [among(sharing.team_id), among(sharing.org_id)];
  const levelOf = (level: VisibilityLevel, inherited: VisibilityLevel = 'user') => {
    const isGone = (level === 'team' && team_id === null) || (level === 'org' && org_id === null);
    return isGone && inherited === 'user' ? 'user' : level;
  };
  return {
    metadata_visibility: levelOf(sharing.metadata_visibility, notebook?.metadata_visibility),
    content_visibility: levelOf(sharing.content_visibility, notebook?.content_visibility),
    team_id,
    org_id,
  };
}

/** The sharing alone, out of a record that has one. */
export function sharingOf({ metadata_visibility, content_visibility, team_id, org_id }: Sharing): Sharing {
  return { metadata_visibility, content_visibility, team_id, org_id };
}

/** Whether a request says anything about sharing at all. */
export function mentionsSharing(input: SharingInput): boolean {
  const { metadata_visibility, content_visibility, team_id, org_id } = input;
  return [metadata_visibility, content_visibility, team_id, org_id].some((value) => value !== undefined);
}

/**
 * The sharing that a request leads to: what it names, over what holds now; a level of null is `user`. Throws
 * `visibility.team-required` or `visibility.org-required` where a level lacks its group.
 */
export function mergeSharing(current: Sharing, input: SharingInput): Sharing {
  const merged: Sharing = {
    metadata_visibility: mergeLevel(current.metadata_visibility, input.metadata_visibility),
    content_visibility: mergeLevel(current.content_visibility, input.content_visibility),
    team_id: input.team_id === undefined ? current.team_id : input.team_id,
    org_id: input.org_id === undefined ? current.org_id : input.org_id,
  };
  const levels = [merged.metadata_visibility, merged.content_visibility];
  if (levels.includes('team') && merged.team_id === null) throw visibilityErrors.teamRequired();
  if (levels.includes('org') && merged.org_id === null) throw visibilityErrors.orgRequired();
  return merged;
}

function mergeLevel(current: VisibilityLevel, asked: VisibilityLevel | null | undefined): VisibilityLevel {
  return asked === undefined ? current : (asked ?? 'user');
}

/** What is known of a group that somebody wants to share with. */
export type GroupFacts = { exists: boolean; isMember: boolean };

/** Throws the refusal where the author may not share with these groups; groups that were not asked for are null. */
export function requireMembership(team: GroupFacts | null, org: GroupFacts | null): void {
  if (team !== null && !team.exists) throw visibilityErrors.teamUnknown();
  if (org !== null && !org.exists) throw visibilityErrors.orgUnknown();
  if (team !== null && !team.isMember) throw visibilityErrors.notTeamMember();
  if (org !== null && !org.isMember) throw visibilityErrors.notOrgMember();
}
