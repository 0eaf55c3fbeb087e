import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { afterCursor, MAX_PAGE_BYTES, type Position } from '../../platform/db/pagination.ts';
import { columnsFor, type EntryRow, WHOLE_ENTRY } from './entry.store.ts';
import { countInText, newestOfRuns } from './entry-runs.store.ts';
import { groupsOf, isAuthorActive, mayReadContent, mayReadMetadata, type Viewer } from './visibility.store.ts';

/** A calendar day in the viewer's own time zone, or an instant. */
export type Moment = { day: string } | { instant: string };

export type EntryFilter = {
  scope: 'mine' | 'shared' | 'all';
  notebookId?: string | undefined;
  mood?: string | undefined;
  tag?: string | undefined;
  /** Entries from the beginning of this moment on. */
  from?: Moment | undefined;
  /** Entries until the end of this moment. */
  to?: Moment | undefined;
  /** Words that the entry has to contain, as far as the viewer may read it; as people write them into a search box. */
  search?: string | undefined;
  after: Position | null;
};

/**
 * The newest entries that the viewer may know of, at most `limit`, and fewer once they give about 5 MB of text. `hasMore`
 * says whether others follow. Text that is hidden from the viewer does not count, so that the length of a page tells nothing
 * about it.
 */
export async function listVisibleEntries(
  db: Db,
  viewer: Viewer,
  filter: EntryFilter,
  limit: number,
): Promise<{ rows: EntryRow[]; hasMore: boolean }> {
  const { rows } = await sql<EntryRow & { found: number; bytes_before: number }>`
    with ${groupsOf(viewer)}, ${chosenFor(viewer, filter, countInText(limit + 1))}, sized as (
      select ${columnsFor(viewer)},
        count(*) over () as found,
        coalesce(sum(octet_length(entry.content)) filter (where ${mayReadContent(viewer)}) over (
          order by entry.created_at desc, entry.id desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from chosen entry
    )
    select * from sized
    where bytes_before < ${MAX_PAGE_BYTES}
    order by created_at desc, id desc
    limit ${limit}`.execute(db);
  return { rows, hasMore: Number(rows[0]?.found ?? 0) > rows.length };
}

/** Gives each later statement of the transaction one second, in place of the five of others; then it fails with 57014. */
export async function limitSearchTime(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '1s'`.execute(tx);
}

/** The table `chosen`, and what it needs: the first `count` entries, whole. */
function chosenFor(viewer: Viewer, filter: EntryFilter, count: RawBuilder<unknown>): RawBuilder<unknown> {
  const { scope, search, notebookId, mood, tag } = filter;
  if (search !== undefined) {
    return sql`found as materialized (
      select id from (${matches(viewer, filter)}) candidate
      order by created_at desc, id desc
      limit ${count}
    ), chosen as (select ${WHOLE_ENTRY} from found join journal_entry entry using (id))`;
  }
  const isSparse = [notebookId, mood, tag].some((condition) => condition !== undefined);
  return newestOfRuns(viewer, { scope, conditions: filterConditions(viewer, filter), isSparse, count });
}

/**
 * The entries that hold the searched words where the viewer may read: in title and text together where the text is theirs
 * to read, in the title alone where only that is. What is compared is what is in the indexes.
 */
function matches(viewer: Viewer, filter: EntryFilter): RawBuilder<unknown> {
  const words = sql`websearch_to_tsquery('simple', ${filter.search})`;
  const inText = sql`entry.search_vector @@ ${words}`;
  const inTitle = sql`to_tsvector('simple', entry.title) @@ ${words}`;
  const match = (condition: RawBuilder<unknown>) => sql`(
    select entry.id, entry.created_at from journal_entry entry
    where ${condition} ${filterConditions(viewer, filter)})`;

  const own = match(sql`entry.user_id = ${viewer.userId} and ${inText}`);
  if (filter.scope === 'mine') return own;
  const ofOthers = sql`entry.user_id <> ${viewer.userId}`;
  if (viewer.isSuperAdmin) return filter.scope === 'shared' ? match(sql`${ofOthers} and ${inText}`) : match(inText);

  const audiences = sql`viewer_group.ids || '{00000000-0000-0000-0000-000000000000}'::uuid[]`;
  const shared = sql`
    select matching.id, matching.created_at
    from viewer_group cross join unnest(${audiences}) audience
    cross join lateral (
      ${match(sql`entry.content_audience = audience and ${mayReadMetadata(viewer)} and ${ofOthers} and ${inText}`)}
      union all
      ${match(sql`entry.metadata_audience = audience and not ${mayReadContent(viewer)} and ${ofOthers} and ${isAuthorActive} and ${inTitle}`)}
    ) matching`;
  return filter.scope === 'shared' ? shared : sql`${own} union all ${shared}`;
}

function filterConditions(viewer: Viewer, filter: EntryFilter): RawBuilder<unknown> {
  const { notebookId, mood, tag, from, to, after } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  conditions.push(afterCursor(after, 'entry.created_at', 'entry.id'));
  if (notebookId !== undefined) conditions.push(sql`entry.notebook_id = ${notebookId}`);
  if (mood !== undefined) conditions.push(sql`lower(entry.mood) = lower(${mood})`);
  if (tag !== undefined) conditions.push(sql`${tag} = any (entry.tags)`);
  if (from !== undefined) conditions.push(sql`entry.created_at >= ${startOf(viewer, from)}`);
  if (to !== undefined) conditions.push(isUntil(viewer, to));
  return sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );
}

/**
 * The first instant of a day where the viewer lives. Where clocks are put back at the end of its first hour, midnight comes
 * twice, and PostgreSQL takes the second one: an hour after 23:00 is the first.
 */
export function startOfDay(viewer: Viewer, day: RawBuilder<unknown>): RawBuilder<Date> {
  const zone = zoneOf(viewer);
  return sql`least(
    (${day})::timestamp at time zone ${zone},
    ((${day})::timestamp - interval '1 hour') at time zone ${zone} + interval '1 hour')`;
}

/** The viewer's time zone, out of the preferences. */
export function zoneOf(viewer: Viewer): RawBuilder<string> {
  return sql`(select coalesce(preferences ->> 'timezone', 'UTC') from profile where id = ${viewer.userId})`;
}

function startOf(viewer: Viewer, moment: Moment): RawBuilder<unknown> {
  return 'instant' in moment ? sql`${moment.instant}::timestamptz` : startOfDay(viewer, sql`${moment.day}::date`);
}

function isUntil(viewer: Viewer, moment: Moment): RawBuilder<unknown> {
  return 'instant' in moment
    ? sql`entry.created_at <= ${moment.instant}::timestamptz`
    : sql`entry.created_at < ${startOfDay(viewer, sql`${moment.day}::date + 1`)}`;
}
