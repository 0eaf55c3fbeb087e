import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { JournalEntry } from '../../platform/db/tables.generated.ts';
import type { Mention } from '../account/index.ts';
import type { ToneAnalysis } from '../tone/index.ts';
import type { EffectiveSharing } from './visibility.rules.ts';
import type { Sharing } from './visibility.schema.ts';
import { groupsOf, mayReadContent, mayReadMetadata, readsByPrivilege, type Viewer } from './visibility.store.ts';

declare module '../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'journal_entry.emotional_tone': ToneAnalysis;
    'journal_entry.mentions': Mention[];
  }
}

/** An entry as one viewer gets it: without its text, and what is derived from it, where that is hidden. */
export type EntryRow = Omit<
  Selectable<JournalEntry>,
  'content' | 'metadata_audience' | 'content_audience' | 'search_vector' | 'is_mood_detected'
> & {
  content: string | null;
  content_hidden: boolean;
  /** Whether only the privilege of a super admin lets the viewer read the text. */
  read_by_privilege: boolean;
};

/** What of an entry decides about a change of it. */
export type OwnEntry = Pick<Selectable<JournalEntry>, 'content' | 'notebook_id' | 'is_mood_detected'> & Sharing;

/** All but the search vector, which may be larger than the text. */
const COLUMNS = [
  ...(['id', 'user_id', 'title', 'content', 'mood', 'emotional_tone', 'tags', 'notebook_id'] as const),
  ...(['metadata_visibility', 'content_visibility', 'team_id', 'org_id'] as const),
  ...(['effective_metadata_visibility', 'effective_content_visibility'] as const),
  ...(['metadata_audience', 'content_audience'] as const),
  ...(['music_track_id', 'mentions', 'background_key', 'created_at', 'updated_at'] as const),
];

/** An entry as it is stored, without its search vector. */
export const WHOLE_ENTRY = sql.join(COLUMNS.map((column) => sql.ref(`entry.${column}`)));

const VISIBLE_COLUMNS = sql`
  entry.id, entry.user_id, entry.title, entry.mood, entry.emotional_tone, entry.tags, entry.notebook_id,
  entry.metadata_visibility, entry.content_visibility, entry.team_id, entry.org_id,
  entry.effective_metadata_visibility, entry.effective_content_visibility,
  entry.music_track_id, entry.background_key, entry.created_at, entry.updated_at`;

/** The columns of an entry as the viewer gets it. The query has to start with `with ${groupsOf(viewer)}`. */
export function columnsFor(viewer: Viewer): RawBuilder<unknown> {
  const isReadable = mayReadContent(viewer);
  return sql`${VISIBLE_COLUMNS},
    case when ${isReadable} then entry.content end as content,
    case when ${isReadable} then entry.mentions end as mentions,
    not ${isReadable} as content_hidden,
    ${readsByPrivilege(viewer)} as read_by_privilege`;
}

/** The entry, if the viewer may know of it. */
export async function findVisibleEntry(db: Db, viewer: Viewer, id: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    with ${groupsOf(viewer)}
    select ${columnsFor(viewer)}
    from journal_entry entry
    where entry.id = ${id} and ${mayReadMetadata(viewer)}`.execute(db);
  return rows[0];
}

/**
 * Keeps the author's entry from being deleted until the transaction ends; false where there is none that the viewer may know
 * of.
 */
export async function lockVisibleEntryOf(tx: Tx, viewer: Viewer, authorId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with ${groupsOf(viewer)}
    select entry.id
    from journal_entry entry
    where entry.id = ${id} and entry.user_id = ${authorId} and ${mayReadMetadata(viewer)}
    for key share of entry`.execute(tx);
  return rows.length > 0;
}

/** The author's own entry, as far as a change needs it. */
export async function findEntryOf(db: Db, userId: string, id: string): Promise<OwnEntry | undefined> {
  return db
    .selectFrom('journal_entry')
    .select([
      'content',
      'notebook_id',
      'is_mood_detected',
      'metadata_visibility',
      'content_visibility',
      'team_id',
      'org_id',
    ])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** What of an entry a request sets. What is undefined stays as it is. */
export type EntryValues = {
  title?: string | undefined;
  content?: string | undefined;
  mentions?: Mention[] | undefined;
  mood?: string | null | undefined;
  /** Whether an analysis has given the mood, which then goes with its text. */
  isMoodDetected?: boolean | undefined;
  emotionalTone?: ToneAnalysis | null | undefined;
  tags?: string[] | undefined;
  notebookId?: string | null | undefined;
  sharing: Sharing;
  effective: EffectiveSharing;
};

function asColumns(values: EntryValues) {
  const { title, content, mentions, mood, isMoodDetected, emotionalTone, tags, notebookId, sharing, effective } =
    values;
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(mentions !== undefined && { mentions: JSON.stringify(mentions) }),
    ...(mood !== undefined && { mood }),
    ...(isMoodDetected !== undefined && { is_mood_detected: isMoodDetected }),
    ...(emotionalTone !== undefined && { emotional_tone: emotionalTone && JSON.stringify(emotionalTone) }),
    ...(tags !== undefined && { tags }),
    ...(notebookId !== undefined && { notebook_id: notebookId }),
    ...sharing,
    effective_metadata_visibility: effective.metadataLevel,
    effective_content_visibility: effective.contentLevel,
    metadata_audience: effective.metadataAudience,
    content_audience: effective.contentAudience,
  };
}

export async function insertEntry(
  db: Db | Tx,
  entry: EntryValues & {
    id: string;
    userId: string;
    title: string;
    content: string;
    musicTrackId: string | null;
    now: Date;
  },
): Promise<EntryRow> {
  const row = await db
    .insertInto('journal_entry')
    .values({
      ...asColumns(entry),
      id: entry.id,
      user_id: entry.userId,
      title: entry.title,
      content: entry.content,
      music_track_id: entry.musicTrackId,
      created_at: entry.now,
      updated_at: entry.now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...row, content_hidden: false, read_by_privilege: false };
}

/** Undefined where it is gone meanwhile. */
export async function updateEntry(tx: Tx, id: string, values: EntryValues, now: Date): Promise<EntryRow | undefined> {
  const row = await tx
    .updateTable('journal_entry')
    .set({ ...asColumns(values), updated_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && { ...row, content_hidden: false, read_by_privilege: false };
}

/** At most `limit` of the author's entries whose mentions have not been read out of their text; others skip them meanwhile. */
export async function lockEntriesWithoutMentions(
  tx: Tx,
  userId: string,
  limit: number,
): Promise<{ id: string; content: string }[]> {
  return tx
    .selectFrom('journal_entry')
    .select(['id', 'content'])
    .where('user_id', '=', userId)
    .where('mentions', 'is', null)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function updateMentions(tx: Tx, mentions: readonly { id: string; mentions: Mention[] }[]): Promise<void> {
  await sql`
    update journal_entry set mentions = found.mentions
    from jsonb_to_recordset(${JSON.stringify(mentions)}::jsonb) as found (id uuid, mentions jsonb)
    where journal_entry.id = found.id`.execute(tx);
}

export async function countEntriesWithoutMentions(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('journal_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('mentions', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** What of it is left to discard; undefined where there was none to delete. */
export async function deleteEntry(
  tx: Tx,
  id: string,
): Promise<Pick<Selectable<JournalEntry>, 'id' | 'user_id' | 'background_key'> | undefined> {
  return tx
    .deleteFrom('journal_entry')
    .where('id', '=', id)
    .returning(['id', 'user_id', 'background_key'])
    .executeTakeFirst();
}
