import type { components } from '@meadow/client';
import type { DraftLevel } from '../../../app/local/database.ts';

type Readers = components['schemas']['Readers'];
type Audience = components['schemas']['Audience'];

export type Sharing = {
  metadata_visibility: DraftLevel | null;
  content_visibility: DraftLevel | null;
  team_id: string | null;
  org_id: string | null;
};
export type Part = 'metadata' | 'content';

/** What an entry asks for. Null is the level of its notebook. */
export function sharingOfEntry(entry: SharedEntry): Sharing {
  const { metadata_visibility, content_visibility, inherits, team_id, org_id } = entry;
  return {
    metadata_visibility: levelOf(metadata_visibility, inherits.metadata),
    content_visibility: levelOf(content_visibility, inherits.content),
    team_id,
    org_id,
  };
}

type SharedEntry = Pick<
  components['schemas']['Entry'],
  'metadata_visibility' | 'content_visibility' | 'inherits' | 'team_id' | 'org_id'
>;

function levelOf(visibility: SharedEntry['content_visibility'], isInherited: boolean): DraftLevel | null {
  if (visibility === 'user') return isInherited ? null : 'private';
  return visibility;
}

/** The choice of a part in one word: `inherit`, `private`, `public`, `team:<id>` or `organization:<id>`. */
export function choiceOf(sharing: Sharing, part: Part): string {
  const level = sharing[`${part}_visibility`];
  if (level === 'team') return `team:${sharing.team_id}`;
  if (level === 'org') return `organization:${sharing.org_id}`;
  return level ?? 'inherit';
}

const BY_BREADTH: readonly (DraftLevel | null)[] = [null, 'private', 'team', 'org', 'public'];

/**
 * The sharing after a choice. A text is read only by those who see its title, so a wider text takes its title along. There is one team
 * and one organization: both parts follow the last one chosen.
 */
export function withChoice(sharing: Sharing, part: Part, choice: string): Sharing {
  const [kind = '', id] = choice.split(':');
  const level = LEVELS[kind] ?? null;
  const next = {
    ...sharing,
    [`${part}_visibility`]: level,
    ...(level === 'team' && { team_id: id ?? null }),
    ...(level === 'org' && { org_id: id ?? null }),
  };
  const isWider = BY_BREADTH.indexOf(next.content_visibility) > BY_BREADTH.indexOf(next.metadata_visibility);
  if (part === 'content' && isWider && level !== 'private') next.metadata_visibility = level;
  const uses = (used: DraftLevel) => [next.metadata_visibility, next.content_visibility].includes(used);
  return { ...next, team_id: uses('team') ? next.team_id : null, org_id: uses('org') ? next.org_id : null };
}

const LEVELS: Record<string, DraftLevel> = { private: 'private', team: 'team', organization: 'org', public: 'public' };

export type AudienceSentence =
  | { key: 'readersOnlyYou' | 'readersEveryone' }
  /** The readers of the text, and those who see the rest only. */
  | { key: 'readersGroup' | 'readersGroupOfAll'; readers: Readers }
  | { key: 'readersGroupAndRest'; readers: Readers; rest: number; wider: string }
  | { key: 'readersAboutGroup' | 'readersAboutAll'; readers: Readers };

/** What follows from an audience, as one sentence. */
export function sentenceOf({ metadata, content }: Audience): AudienceSentence {
  if (metadata.kind === 'private') return { key: 'readersOnlyYou' };
  if (content.kind === 'private')
    return { key: metadata.kind === 'public' ? 'readersAboutAll' : 'readersAboutGroup', readers: metadata };
  if (content.kind === 'public') return { key: 'readersEveryone' };
  if (metadata.kind === 'public') return { key: 'readersGroupOfAll', readers: content };
  const rest = metadata.people_count - content.people_count;
  return rest > 0 && metadata.name !== content.name
    ? { key: 'readersGroupAndRest', readers: content, rest, wider: metadata.name ?? '' }
    : { key: 'readersGroup', readers: content };
}

const KINDS_BY_BREADTH: readonly Readers['kind'][] = ['private', 'team', 'organization', 'public'];

/** Whether more people could read after a change, so that it is asked for first. */
export function isWider(before: Audience, after: Audience): boolean {
  return (['metadata', 'content'] as const).some((part) => {
    const [old, next] = [before[part], after[part]];
    const [oldBreadth, nextBreadth] = [KINDS_BY_BREADTH.indexOf(old.kind), KINDS_BY_BREADTH.indexOf(next.kind)];
    return nextBreadth > oldBreadth || (nextBreadth === oldBreadth && next.name !== old.name);
  });
}
