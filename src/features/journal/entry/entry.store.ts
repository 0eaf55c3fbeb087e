import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Mention } from '#features/account';
import type { ToneAnalysis } from '#features/tone';
import type { Db, Tx } from '#platform/db/database.ts';
import { userDateAt } from '#platform/db/local-time.ts';
import { type ExpectedVersions, hasVersion } from '#platform/db/record-version.ts';
import type { JournalEntry } from '#platform/db/tables.generated.ts';
import { detachedPhotos, type PhotoFiles, photosOfDeleted } from '../photo/photo.store.ts';
import type { EntryText } from '../search-text/search-text.rules.ts';
import { type SEARCH_COLUMNS, searchColumns } from '../search-text/search-text.store.ts';
import type { EffectiveSharing } from '../visibility/visibility.rules.ts';
import type { Sharing } from '../visibility/visibility.schema.ts';
import {
  groupsOf,
  mayReadContent,
  mayReadMetadata,
  readsByPrivilege,
  type Viewer,
} from '../visibility/visibility.store.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'journal_entry.emotional_tone': ToneAnalysis;
    'journal_entry.mentions': Mention[];
  }
}

/** An entry as one viewer sees it: without its content and the data derived from it if they are hidden. */
export type EntryRow = Omit<
  Selectable<JournalEntry>,
  | 'content'
  | 'created_date'
  | 'search_vector'
  | (typeof SEARCH_COLUMNS)[number]
  | 'is_mood_detected'
  | 'is_imported'
  | 'word_count'
  | 'changed_at'
> & {
  content: string | null;
  word_count: number | null;
  content_hidden: boolean;
  /** Whether the viewer may read the content only as a super admin. */
  read_by_privilege: boolean;
};

/** The fields of an entry that a change depends on. */
export type OwnEntry = Pick<
  Selectable<JournalEntry>,
  'title' | 'content' | 'notebook_id' | 'is_mood_detected' | 'version' | 'metadata_audience'
> &
  Sharing;

/** All but what searches compare, which is as large as the text. */
const COLUMNS = [
  ...(['id', 'user_id', 'title', 'content', 'mood', 'emotional_tone', 'tags', 'entry_date', 'notebook_id'] as const),
  ...(['metadata_visibility', 'content_visibility', 'team_id', 'org_id'] as const),
  ...(['effective_metadata_visibility', 'effective_content_visibility'] as const),
  ...(['metadata_audience', 'content_audience'] as const),
  ...(['music_track_id', 'mentions', 'background_key', 'version', 'written_at', 'created_at', 'updated_at'] as const),
];

/** With what PostgreSQL computes, which no statement can set. */
const READ_COLUMNS = [...COLUMNS, 'word_count'] as const;

/** The columns of an entry as it is stored, without its search vector. */
export const ENTRY_COLUMNS = sql.join(READ_COLUMNS.map((column) => sql.ref(`entry.${column}`)));

const VISIBLE_COLUMNS = sql`
  entry.id, entry.user_id, entry.title, entry.mood, entry.emotional_tone, entry.tags, entry.entry_date, entry.notebook_id,
  entry.metadata_visibility, entry.content_visibility, entry.team_id, entry.org_id,
  entry.effective_metadata_visibility, entry.effective_content_visibility, entry.metadata_audience, entry.content_audience,
  entry.music_track_id, entry.background_key, entry.version, entry.written_at, entry.created_at, entry.updated_at`;

/**
 * The columns of an entry as the viewer sees it, with the content or the first `maxContentLength` characters of it. The query has to start
 * with `with ${groupsOf(viewer)}`.
 */
export function columnsFor(viewer: Viewer, maxContentLength?: number): RawBuilder<unknown> {
  const isReadable = mayReadContent(viewer);
  // PostgreSQL decompresses the start of a long text only.
  const content =
    maxContentLength === undefined ? sql`entry.content` : sql`left(entry.content, ${sql.lit(maxContentLength)})`;
  return sql`${VISIBLE_COLUMNS},
    case when ${isReadable} then ${content} end as content,
    case when ${isReadable} then entry.word_count end as word_count,
    case when ${isReadable} then entry.mentions end as mentions,
    not ${isReadable} as content_hidden,
    ${readsByPrivilege(viewer)} as read_by_privilege`;
}

/** The table `page` with the entry if the viewer may read its metadata, and the table it depends on. */
export function visibleEntry(viewer: Viewer, id: string): RawBuilder<unknown> {
  return sql`${groupsOf(viewer)}, page as materialized (
    select ${columnsFor(viewer)}
    from journal_entry entry
    where entry.id = ${id} and ${mayReadMetadata(viewer)})`;
}

/** The viewer's own entries with these ids. */
export async function listOwnEntriesWithIds(db: Db, viewer: Viewer, ids: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with ${groupsOf(viewer)}
    select ${columnsFor(viewer)}
    from journal_entry entry
    where entry.id = any (${[...ids]}::uuid[]) and entry.user_id = ${viewer.userId}`.execute(db);
  return rows;
}

/** The size of an entry in a list of changes. */
export const ENTRY_BYTES = sql<number>`octet_length(content)`;

/** Whether there is an entry with the id, of any author. */
export async function existsEntry(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from journal_entry where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Whether an author has an entry whose metadata the viewer may read. */
export async function existsVisibleEntryBy(db: Db, viewer: Viewer, authorId: string): Promise<boolean> {
  const { rows } = await sql`
    with ${groupsOf(viewer)}
    select from journal_entry entry
    where entry.user_id = ${authorId} and ${mayReadMetadata(viewer)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Locks an entry of the author against deletion. Returns false if there is none whose metadata the viewer may read. */
export async function lockVisibleEntry(tx: Tx, viewer: Viewer, authorId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with ${groupsOf(viewer)}
    select entry.id
    from journal_entry entry
    where entry.id = ${id} and entry.user_id = ${authorId} and ${mayReadMetadata(viewer)}
    for key share of entry`.execute(tx);
  return rows.length > 0;
}

export async function findEntryOf(db: Db, userId: string, id: string): Promise<OwnEntry | undefined> {
  return db
    .selectFrom('journal_entry')
    .select([
      'title',
      'content',
      'notebook_id',
      'is_mood_detected',
      'version',
      'metadata_audience',
      'metadata_visibility',
      'content_visibility',
      'team_id',
      'org_id',
    ])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The fields of an entry that a request sets. Undefined keeps the value. */
export type EntryValues = {
  /** Title and content come together, with what searches compare in their place. */
  text?: EntryText | undefined;
  mentions?: Mention[] | undefined;
  mood?: string | null | undefined;
  /** Whether an analysis gave the mood. Then it is cleared when the text changes. */
  isMoodDetected?: boolean | undefined;
  emotionalTone?: ToneAnalysis | null | undefined;
  tags?: string[] | undefined;
  entryDate?: string | undefined;
  notebookId?: string | null | undefined;
  sharing: Sharing;
  effective: EffectiveSharing;
};

function asColumns(values: EntryValues) {
  const { text, mentions, emotionalTone, sharing, effective } = values;
  return {
    ...(text && { title: text.title, content: text.content, ...searchColumns(text) }),
    mentions: mentions && JSON.stringify(mentions),
    mood: values.mood,
    is_mood_detected: values.isMoodDetected,
    emotional_tone: emotionalTone && JSON.stringify(emotionalTone),
    tags: values.tags,
    entry_date: values.entryDate,
    notebook_id: values.notebookId,
    ...sharing,
    effective_metadata_visibility: effective.metadataLevel,
    effective_content_visibility: effective.contentLevel,
    metadata_audience: effective.metadataAudience,
    content_audience: effective.contentAudience,
  };
}

/** Inserts an entry, dated by `writtenAt` in the author's time zone if no date is given. Returns undefined if the id is taken. */
export async function insertEntry(
  db: Db | Tx,
  entry: EntryValues & {
    id: string;
    userId: string;
    text: EntryText;
    musicTrackId: string | null;
    /** Null is `now`. */
    writtenAt?: Date | null;
    now: Date;
  },
): Promise<EntryRow | undefined> {
  const { writtenAt = null } = entry;
  const createdDate = userDateAt(entry.userId, entry.now);
  const row = await db
    .insertInto('journal_entry')
    .values({
      ...asColumns(entry),
      entry_date: entry.entryDate ?? (writtenAt === null ? createdDate : userDateAt(entry.userId, writtenAt)),
      created_date: createdDate,
      id: entry.id,
      user_id: entry.userId,
      title: entry.text.title,
      content: entry.text.content,
      music_track_id: entry.musicTrackId,
      written_at: writtenAt,
      created_at: entry.now,
      updated_at: entry.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(READ_COLUMNS)
    .executeTakeFirst();
  return row && { ...row, content_hidden: false, read_by_privilege: false };
}

const STORED_COLUMNS = sql.join(
  [...COLUMNS, 'is_mood_detected', 'is_imported', 'created_date'].map((column) => sql.ref(column)),
);

/** Inserts a deleted entry as `to_jsonb` stored it, with these changes. Returns undefined if the id is taken. */
export async function insertRestoredEntry(
  tx: Tx,
  record: { version: number },
  { text, ...values }: EntryValues & { text: EntryText },
  now: Date,
): Promise<{ id: string } | undefined> {
  const { search_title, search_text, search_source } = searchColumns(text);
  // JSON omits undefined keys, so the values of the record stay.
  const changes = JSON.stringify({ ...asColumns(values), version: record.version + 1, updated_at: now });
  const { rows } = await sql<{ id: string }>`
    insert into journal_entry (${STORED_COLUMNS}, search_title, search_text, search_source)
    select ${STORED_COLUMNS}, ${search_title}, ${search_text}, ${search_source}
    from jsonb_populate_record(null::journal_entry, ${JSON.stringify(record)}::jsonb || ${changes}::jsonb)
    on conflict (id) do nothing
    returning id`.execute(tx);
  return rows[0];
}

/** Returns undefined if the entry no longer exists or has another version. */
export async function updateEntry(
  tx: Tx,
  authorId: string,
  id: string,
  expected: ExpectedVersions,
  values: EntryValues,
  now: Date,
): Promise<EntryRow | undefined> {
  const row = await tx
    .updateTable('journal_entry')
    .set({ ...asColumns(values), updated_at: now })
    .where('user_id', '=', authorId)
    .where('id', '=', id)
    .where(hasVersion(expected))
    .returning(READ_COLUMNS)
    .executeTakeFirst();
  return row && { ...row, content_hidden: false, read_by_privilege: false };
}

export type DeletedEntry = Pick<Selectable<JournalEntry>, 'id' | 'background_key'> & {
  photos: PhotoFiles[];
};

/** The author of any entry. */
export async function findAuthor(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('journal_entry').select('user_id').where('id', '=', id).executeTakeFirst();
  return row?.user_id;
}

/** Returns what the caller needs to delete the files; undefined if the author has no such entry of this version. */
export async function deleteEntry(
  tx: Tx,
  authorId: string,
  id: string,
  expected: ExpectedVersions,
): Promise<DeletedEntry | undefined> {
  const { rows } = await sql<DeletedEntry>`
    with deleted as (
      delete from journal_entry where user_id = ${authorId} and id = ${id} and ${hasVersion(expected)}
      returning id, user_id, background_key
    ), ${detachedPhotos}
    select id, background_key, ${photosOfDeleted} as photos from deleted`.execute(tx);
  return rows[0];
}
