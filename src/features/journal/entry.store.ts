import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { JournalEntry } from '../../platform/db/tables.generated.ts';
import type { Position } from '../../platform/http/page.ts';
import type { ToneAnalysis } from '../tone/index.ts';
import type { Mention } from './mention.rules.ts';
import type { EffectiveSharing } from './visibility.rules.ts';
import type { Sharing } from './visibility.schema.ts';
import { groupsOf, mayReadContent, mayReadMetadata, type Viewer } from './visibility.store.ts';

/** An entry as one viewer gets it: without its text, and what is derived from it, where that is hidden. */
export type EntryRow = Omit<Selectable<JournalEntry>, 'content' | 'metadata_audience' | 'content_audience'> & {
  content: string | null;
  content_hidden: boolean;
};

/** What of an entry decides about a change of it. */
export type OwnEntry = Pick<Selectable<JournalEntry>, 'content' | 'notebook_id'> & Sharing;

const VISIBLE_COLUMNS = sql`
  entry.id, entry.user_id, entry.title, entry.mood, entry.emotional_tone, entry.tags, entry.notebook_id,
  entry.metadata_visibility, entry.content_visibility, entry.team_id, entry.org_id,
  entry.effective_metadata_visibility, entry.effective_content_visibility,
  entry.music_track_id, entry.created_at, entry.updated_at`;

function columnsFor(viewer: Viewer): RawBuilder<unknown> {
  const isReadable = mayReadContent(viewer);
  return sql`${VISIBLE_COLUMNS},
    case when ${isReadable} then entry.content end as content,
    case when ${isReadable} then entry.mentions end as mentions,
    not ${isReadable} as content_hidden`;
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

export type EntryFilter = {
  scope: 'mine' | 'shared' | 'all';
  notebookId?: string | undefined;
  mood?: string | undefined;
  tag?: string | undefined;
  after: Position | null;
};

/** A page holds about this much text at most, in bytes; the entry that crosses the line is the page's last but one. */
const LARGEST_PAGE_BYTES = 5_000_000;

/**
 * The newest entries that the viewer may know of, at most `limit`, and fewer once they hold about 5 MB of text. `hasMore`
 * says whether others follow.
 *
 * Every audience that the viewer belongs to, and the viewer's own entries, is a run in time order of some index. The newest
 * of each are merged, so the cost grows with the size of a page and the number of groups, not with the journal.
 */
export async function listVisibleEntries(
  db: Db,
  viewer: Viewer,
  filter: EntryFilter,
  limit: number,
): Promise<{ rows: EntryRow[]; hasMore: boolean }> {
  const { rows } = await sql<EntryRow & { found: number; bytes_before: number }>`
    with ${groupsOf(viewer)}, ${newestFor(viewer, filter, countFor(limit + 1))}, sized as (
      select ${columnsFor(viewer)},
        count(*) over () as found,
        coalesce(sum(octet_length(entry.content)) over (
          order by entry.created_at desc, entry.id desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from newest entry
    )
    select * from sized
    where bytes_before < ${LARGEST_PAGE_BYTES}
    order by created_at desc, id desc
    limit ${limit}`.execute(db);
  return { rows, hasMore: rows.length > 0 && Number(rows[0]?.found) > rows.length };
}

const COUNTS = [51, 101, 201, 501];

/**
 * How many entries to look for, at least `wanted`, as a number in the text of the statement. PostgreSQL takes a limit that
 * is a parameter for a tenth of the table, finds such a plan too expensive to keep, and plans anew for each execution. Few
 * different numbers make few different statements.
 */
function countFor(wanted: number): RawBuilder<unknown> {
  return sql.lit(COUNTS.find((count) => count >= wanted) ?? wanted);
}

/** The table `newest`: the first `count` of the entries that the viewer may know of, whole. */
function newestFor(viewer: Viewer, filter: EntryFilter, count: RawBuilder<unknown>): RawBuilder<unknown> {
  const run = runIn(filter);
  const own = sql`entry.user_id = ${viewer.userId}`;
  const ofOthers = sql`entry.user_id <> ${viewer.userId}`;
  if (filter.scope === 'mine') return sql`newest as ${run(WHOLE, own, count)}`;
  if (viewer.isSuperAdmin) return sql`newest as ${run(WHOLE, filter.scope === 'shared' ? ofOthers : sql`true`, count)}`;

  const merge = ({ columns, reach, groups, countOfGroup }: Pass) => {
    const everybodys = sql`entry.metadata_audience = '00000000-0000-0000-0000-000000000000' and ${ofOthers} ${reach}`;
    const ofGroup = sql`entry.metadata_audience = audience and ${ofOthers} ${reach}`;
    const runs = [
      ...(filter.scope === 'shared' ? [] : [run(columns(NO_GROUP), sql`${own} ${reach}`, count)]),
      run(columns(NO_GROUP), everybodys, count),
      sql`(select of_group.* from viewer_group cross join unnest(viewer_group.ids) audience
        cross join lateral ${run(columns(sql`audience`), ofGroup, countOfGroup)} of_group ${groups})`,
    ];
    return sql`(select * from (${sql.join(runs, sql` union all `)}) entry
      order by entry.created_at desc, entry.id desc limit ${count})`;
  };

  // A few dates of each run, from the index alone, tell how far back the page can reach, and which groups have part in it:
  // one whose newest entry is not among them has none.
  const glance = merge({
    columns: (audience) => sql`entry.id, entry.created_at, ${audience} as audience`,
    reach: sql``,
    groups: sql``,
    countOfGroup: sql`(select 1 + ${count} / greatest(1, cardinality(ids)) from viewer_group)`,
  });
  const page = merge({
    columns: () => WHOLE,
    reach: sql`and entry.created_at >= (select since from horizon)`,
    groups: sql`where audience = any ((select audiences from horizon)::uuid[])`,
    countOfGroup: count,
  });
  return sql`
    horizon as materialized (
      select case when count(*) = ${count} then min(created_at) else '-infinity' end as since,
        array_agg(distinct audience) as audiences
      from ${glance} glance
    ), newest as ${page}`;
}

/** One way over all runs: what it reads of an entry, how far back, and of which groups how many at most. */
type Pass = {
  columns: (audience: RawBuilder<unknown>) => RawBuilder<unknown>;
  reach: RawBuilder<unknown>;
  groups: RawBuilder<unknown>;
  countOfGroup: RawBuilder<unknown>;
};

const WHOLE = sql`entry.*`;
const NO_GROUP = sql`null::uuid`;

/** A run: the first `count` entries, newest first, that satisfy the condition and the filter. */
function runIn(filter: EntryFilter) {
  const conditions = filterConditions(filter);
  return (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>, count: RawBuilder<unknown>) => sql`(
    select ${columns} from journal_entry entry
    where ${condition} ${conditions}
    order by entry.created_at desc, entry.id desc
    limit ${count})`;
}

function filterConditions({ notebookId, mood, tag, after }: EntryFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (after !== null) conditions.push(sql`(entry.created_at, entry.id) < (${after.createdAt}, ${after.id})`);
  if (notebookId !== undefined) conditions.push(sql`entry.notebook_id = ${notebookId}`);
  if (mood !== undefined) conditions.push(sql`lower(entry.mood) = lower(${mood})`);
  if (tag !== undefined) conditions.push(sql`${tag} = any (entry.tags)`);
  return sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );
}

/** The author's own entry, as far as a change needs it. */
export async function findEntryOf(db: Db, userId: string, id: string): Promise<OwnEntry | undefined> {
  return ownEntry(db, userId, id).executeTakeFirst();
}

/** The same, held still until the transaction ends. */
export async function lockEntryOf(tx: Tx, userId: string, id: string): Promise<OwnEntry | undefined> {
  return ownEntry(tx, userId, id).forUpdate().executeTakeFirst();
}

function ownEntry(db: Db | Tx, userId: string, id: string) {
  return db
    .selectFrom('journal_entry')
    .select(['content', 'notebook_id', 'metadata_visibility', 'content_visibility', 'team_id', 'org_id'])
    .$narrowType<Sharing>()
    .where('id', '=', id)
    .where('user_id', '=', userId);
}

/** What of an entry a request sets. What is undefined stays as it is. */
export type EntryValues = {
  title?: string | undefined;
  content?: string | undefined;
  mentions?: Mention[] | undefined;
  mood?: string | null | undefined;
  emotionalTone?: ToneAnalysis | null | undefined;
  tags?: string[] | undefined;
  notebookId?: string | null | undefined;
  sharing: Sharing;
  effective: EffectiveSharing;
};

function asColumns(values: EntryValues) {
  const { title, content, mentions, mood, emotionalTone, tags, notebookId, sharing, effective } = values;
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(mentions !== undefined && { mentions: JSON.stringify(mentions) }),
    ...(mood !== undefined && { mood }),
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
  entry: EntryValues & { id: string; userId: string; title: string; content: string; now: Date },
): Promise<EntryRow> {
  const row = await db
    .insertInto('journal_entry')
    .values({
      ...asColumns(entry),
      id: entry.id,
      user_id: entry.userId,
      title: entry.title,
      content: entry.content,
      created_at: entry.now,
      updated_at: entry.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, content_hidden: false };
}

export async function updateEntry(tx: Tx, id: string, values: EntryValues, now: Date): Promise<EntryRow> {
  const row = await tx
    .updateTable('journal_entry')
    .set({ ...asColumns(values), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, content_hidden: false };
}

/** True where there was one to delete. */
export async function deleteEntry(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('journal_entry').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Carries a change of a notebook over to its entries: each level that an entry inherits becomes what the notebook's now
 * comes to.
 */
export async function updateInheritedSharing(tx: Tx, notebookId: string, inherited: EffectiveSharing): Promise<void> {
  await sql`
    update journal_entry set
      effective_metadata_visibility = case when metadata_visibility = 'user'
        then ${inherited.metadataLevel} else effective_metadata_visibility end,
      metadata_audience = case when metadata_visibility = 'user'
        then ${inherited.metadataAudience}::uuid else metadata_audience end,
      effective_content_visibility = case when content_visibility = 'user'
        then ${inherited.contentLevel} else effective_content_visibility end,
      content_audience = case when content_visibility = 'user'
        then ${inherited.contentAudience}::uuid else content_audience end
    where notebook_id = ${notebookId} and 'user' in (metadata_visibility, content_visibility)`.execute(tx);
}
