import type { Actor } from '#access/actor.ts';
import { excludeMentions, listBlockedWithEach, recordAudit, replaceMentionsWithNames } from '#features/account';
import { signedUrl } from '#features/media';
import { startOf } from '#platform/text/text.ts';
import { audienceAmong } from '../audience/audience.actions.ts';
import type { JournalDeps } from '../deps.ts';
import { viewOfPhoto } from '../photo/photo.actions.ts';
import { type EffectiveSharing, inherits, shownLevel } from '../visibility/visibility.rules.ts';
import type { Entry } from './entry.schema.ts';
import type { EntryRow } from './entry.store.ts';
import { type EntryNames, type EntryPage, findNamesOfEntries } from './entry-page.store.ts';
import { excerptOf, MAX_EXCERPT_LENGTH } from './excerpt.rules.ts';

/** Returns entries that were read without their names as `viewsOfPage` does, with one more statement. */
export async function viewsOfEntries(deps: JournalDeps, actor: Actor, rows: readonly EntryRow[]): Promise<Entry[]> {
  if (rows.length === 0) return [];
  return viewsOfPage(deps, actor, { rows, names: await findNamesOfEntries(deps.db, actor, rows) });
}

/**
 * Returns entries as the API returns them to the actor, with one more statement if one of them mentions a user. The store has already
 * removed hidden content and the data derived from it. The fields `summary` are all but the content.
 */
export async function viewsOfPage(
  deps: JournalDeps,
  actor: Actor,
  page: EntryPage,
  fields: 'all' | 'summary' = 'all',
): Promise<Entry[]> {
  const entries = await viewsOfRows(deps, actor, {
    ...page,
    rows: page.rows.map((row) => withoutUnreadable(actor, row)),
  });
  return fields === 'all' ? entries : entries.map((entry) => ({ ...entry, content: null }));
}

function effectiveSharingOf(row: EntryRow): EffectiveSharing {
  return {
    metadataLevel: row.effective_metadata_visibility,
    metadataAudience: row.metadata_audience,
    contentLevel: row.effective_content_visibility,
    contentAudience: row.content_audience,
  };
}

/** Withholds the text from a personal access token that may write and not read: an empty change would read any entry. */
function withoutUnreadable({ personalToken }: Actor, row: EntryRow): EntryRow {
  return personalToken === undefined || personalToken.scopes.has('journal:read') ? row : { ...row, content: null };
}

async function viewsOfRows(deps: JournalDeps, actor: Actor, page: EntryPage): Promise<Entry[]> {
  const names = mapNames(page.names);
  const blockedUsers = await listBlockedUsersOfAuthors(deps, page.rows);
  return page.rows.map((row) => viewOf(deps, actor, row, { names, blockedUsers }));
}

/** With one more statement, unless the names are known. `isWritten` is true if the request has set the text. */
export async function viewOfEntry(
  deps: JournalDeps,
  actor: Actor,
  row: EntryRow,
  { names, isWritten }: { names?: EntryNames | undefined; isWritten: boolean },
): Promise<Entry> {
  const page = { rows: [row], names: names ?? (await findNamesOfEntries(deps.db, actor, [row])) };
  const [entry] = await (isWritten ? viewsOfRows : viewsOfPage)(deps, actor, page);
  if (entry === undefined) throw new Error('Each entry has a view.');
  return entry;
}

/** Audits the entries whose content the actor reads only as a super admin. Comes before the response. */
export async function auditReads(deps: JournalDeps, actor: Actor, rows: readonly EntryRow[]): Promise<void> {
  const subjectIds = rows.filter((row) => row.read_by_privilege).map(({ id }) => id);
  if (subjectIds.length === 0) return;
  await recordAudit(deps, deps.db, actor, { action: 'journal.read-hidden', subjectType: 'journal_entry', subjectIds });
}

/** Mentions are longer in the text than in an excerpt, which needs no more of a long text. */
export const EXCERPT_SOURCE_LENGTH = 10 * MAX_EXCERPT_LENGTH;

/** By the id of the author: the users with a block in either direction. */
type BlockedUsers = ReadonlyMap<string, ReadonlySet<string>>;

/** Applies the current blocks to stored mentions. Mentions are stored without regard to blocks, because blocks change. */
async function listBlockedUsersOfAuthors(deps: JournalDeps, rows: readonly EntryRow[]): Promise<BlockedUsers> {
  const authors = new Set(rows.filter((row) => row.mentions?.length).map(({ user_id }) => user_id));
  return authors.size === 0 ? new Map() : listBlockedWithEach(deps.db, [...authors]);
}

type NamesById = Pick<EntryNames, 'readers'> & {
  [Kind in Exclude<keyof EntryNames, 'readers'>]: ReadonlyMap<string, EntryNames[Kind][number]>;
};

function mapNames({ authors, notebooks, teams, organizations, tracks, photos, readers }: EntryNames): NamesById {
  const byId = <Item extends { id: string }>(items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));
  return {
    authors: byId(authors),
    notebooks: byId(notebooks),
    teams: byId(teams),
    organizations: byId(organizations),
    tracks: byId(tracks),
    photos: byId(photos),
    readers,
  };
}

function viewOf(
  deps: JournalDeps,
  actor: Actor,
  row: EntryRow,
  { names, blockedUsers }: { names: NamesById; blockedUsers: BlockedUsers },
): Entry {
  const { content, mentions } = row;
  const author = names.authors.get(row.user_id);
  if (author === undefined) throw new Error('The author of an entry has a profile.');
  const isOwn = row.user_id === actor.userId;
  return {
    id: row.id,
    user_id: row.user_id,
    author: { id: author.id, full_name: author.full_name, avatar_url: author.avatar_url, is_ai: author.is_ai },
    title: row.title,
    content,
    content_hidden: row.content_hidden,
    excerpt: content === null ? null : excerptOf(replaceMentionsWithNames(startOf(content, EXCERPT_SOURCE_LENGTH))),
    word_count: row.word_count,
    mood: row.mood,
    emotional_tone: row.emotional_tone,
    tags: row.tags,
    entry_date: row.entry_date,
    notebook_id: row.notebook_id,
    notebook: namedBy(names.notebooks, row.notebook_id),
    metadata_visibility: shownLevel(row.metadata_visibility),
    content_visibility: shownLevel(row.content_visibility),
    inherits: { metadata: inherits(row.metadata_visibility), content: inherits(row.content_visibility) },
    team_id: row.team_id,
    team: namedBy(names.teams, row.team_id),
    org_id: row.org_id,
    organization: namedBy(names.organizations, row.org_id),
    effective_metadata_visibility: row.effective_metadata_visibility,
    effective_content_visibility: row.effective_content_visibility,
    // Only authors learn who else reads.
    audience: isOwn ? audienceAmong(effectiveSharingOf(row), names.readers) : null,
    music_track_id: row.music_track_id,
    track: namedBy(names.tracks, row.music_track_id),
    background_image_url:
      row.background_key === null ? null : signedUrl(deps, row.background_key, isOwn ? null : row.metadata_audience),
    photos: (names.photos.get(row.id)?.photos ?? []).map((photo) =>
      viewOfPhoto(deps, photo, isOwn ? null : row.content_audience),
    ),
    mentions: mentions && excludeMentions(mentions, blockedUsers.get(row.user_id)),
    can: { edit: isOwn, delete: isOwn || actor.isSuperAdmin, encourage: author.can_receive },
    version: row.version,
    written_at: (row.written_at ?? row.created_at).toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function namedBy<Item>(names: ReadonlyMap<string, Item>, id: string | null): Item | null {
  return id === null ? null : (names.get(id) ?? null);
}
