import {
  type Sharing,
  type SharingInput,
  type StoredLevel,
  type VisibilityLevel,
  visibilityErrors,
} from './visibility.schema.ts';

/** The audience that contains all users. */
export const PUBLIC_AUDIENCE = '00000000-0000-0000-0000-000000000000';

/** Levels after inheritance, with the audience of each: null is the owner only. */
export type EffectiveSharing = {
  metadataLevel: VisibilityLevel;
  metadataAudience: string | null;
  contentLevel: VisibilityLevel;
  contentAudience: string | null;
};

/** The default sharing. */
export const OWNER_ONLY: Sharing = {
  metadata_visibility: 'user',
  content_visibility: 'user',
  team_id: null,
  org_id: null,
};

/**
 * Decides the effective visibility of an entry. The level `user` inherits level and group of the notebook; without a notebook it is owner
 * only. The level `private` is always owner only, and so is a level whose group no longer exists (its id is null).
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
  ownLevel: StoredLevel,
  notebook: Sharing | null,
  notebookLevel: StoredLevel | undefined,
): Reach {
  if (inherits(ownLevel) && notebook !== null && notebookLevel !== undefined) return reachOf(notebook, notebookLevel);
  return reachOf(own, ownLevel);
}

/** Whether an entry of this level has the visibility of its notebook. */
export function inherits(level: StoredLevel): boolean {
  return level === 'user';
}

function reachOf(source: Sharing, level: StoredLevel): Reach {
  const ownerOnly: Reach = { level: 'user', audience: null };
  if (level === 'user' || level === 'private') return ownerOnly;
  if (level === 'public') return { level, audience: PUBLIC_AUDIENCE };
  const audience = level === 'team' ? source.team_id : source.org_id;
  return audience === null ? ownerOnly : { level, audience };
}

/** Whether users besides the owner may read anything of it. */
export function reachesOthers({ metadataAudience, contentAudience }: EffectiveSharing): boolean {
  return metadataAudience !== null || contentAudience !== null;
}

export function groupsNamedBy(...records: readonly (Pick<SharingInput, 'team_id' | 'org_id'> | null)[]): string[] {
  return records.flatMap((record) => [record?.team_id, record?.org_id]).filter((id) => id != null);
}

/**
 * The sharing without the groups that are not in `existing` (ids in lower case). A level that meant a missing group becomes `user`. It
 * stays if `user` would inherit a level from the notebook, so that the deletion of a group never widens an audience.
 */
export function withoutMissingGroups(
  existing: ReadonlySet<string>,
  sharing: Sharing,
  notebook: Sharing | null,
): Sharing {
  const ifExisting = (id: string | null) => (id !== null && existing.has(id.toLowerCase()) ? id : null);
  const [team_id, org_id] = [ifExisting(sharing.team_id), ifExisting(sharing.org_id)];
  const levelOf = (level: StoredLevel, inherited: StoredLevel = 'user') => {
    const isGone = (level === 'team' && team_id === null) || (level === 'org' && org_id === null);
    return isGone && shownLevel(inherited) === 'user' ? 'user' : level;
  };
  return {
    metadata_visibility: levelOf(sharing.metadata_visibility, notebook?.metadata_visibility),
    content_visibility: levelOf(sharing.content_visibility, notebook?.content_visibility),
    team_id,
    org_id,
  };
}

/** The sharing fields of a record. */
export function sharingOf({ metadata_visibility, content_visibility, team_id, org_id }: Sharing): Sharing {
  return { metadata_visibility, content_visibility, team_id, org_id };
}

/** The level as responses show it: one of the contract's four. */
export function shownLevel(level: StoredLevel): VisibilityLevel {
  return level === 'private' ? 'user' : level;
}

/** Whether a request sets any sharing field. */
export function isSharingChange(input: SharingInput): boolean {
  const { metadata_visibility, content_visibility, team_id, org_id } = input;
  return [metadata_visibility, content_visibility, team_id, org_id].some((value) => value !== undefined);
}

/**
 * Applies the sharing fields of a request to the current sharing. A level of null is `user`. The level `user` keeps `private`, which
 * responses show as `user`: a client that sends back what it read never shares a private text with the readers of the notebook.
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

function mergeLevel(current: StoredLevel, requested: StoredLevel | null | undefined): StoredLevel {
  const isSentBack = requested === 'user' && current === 'private';
  return requested === undefined || isSentBack ? current : (requested ?? 'user');
}

/** Facts about a group and an author. */
export type GroupFacts = { exists: boolean; isMember: boolean };

/** Checks that the author may share with these groups. A group that the request does not name is null. */
export function checkMembership(team: GroupFacts | null, org: GroupFacts | null): void {
  if (team !== null && !team.exists) throw visibilityErrors.teamUnknown();
  if (org !== null && !org.exists) throw visibilityErrors.orgUnknown();
  if (team !== null && !team.isMember) throw visibilityErrors.notTeamMember();
  if (org !== null && !org.isMember) throw visibilityErrors.notOrgMember();
}
