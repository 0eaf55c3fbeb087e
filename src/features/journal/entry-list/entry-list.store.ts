import { type RawBuilder, sql } from 'kysely';
import { compileOnce } from '#platform/db/compile-once.ts';
import type { ReadDb } from '#platform/db/database.ts';
import { afterCursor, MAX_PAGE_BYTES, type Position } from '#platform/db/pagination.ts';
import { columnsFor, ENTRY_COLUMNS, type EntryRow } from '../entry/entry.store.ts';
import { type EntryPage, pageOf, selectEntryPage } from '../entry/entry-page.store.ts';
import { hasSearchTexts } from '../search-text/search-text.store.ts';
import {
  groupsOf,
  isAuthorActive,
  mayReadContent,
  mayReadMetadata,
  type Viewer,
} from '../visibility/visibility.store.ts';
import { type EntryOrder, firstOfAuthor, mergeFirstOfRuns, ORDERS, roundUpCount } from './entry-runs.store.ts';
import type { EntrySearch } from './search.rules.ts';
import { asTable, type FoundEntry, listMatches, rankMatches } from './search.store.ts';

/** A day, compared with the date of an entry, or an instant, compared with its creation. */
export type DateOrInstant = { day: string } | { instant: string };

/** The last entry of a page. `entryDate` is that of the order `entry_date`. */
export type EntryPosition = Position & { entryDate?: string };

export type EntryFilter = {
  scope: 'mine' | 'shared' | 'all';
  notebookId?: string | undefined;
  authorId?: string | undefined;
  /** Entries with any of these moods; with any mood or none if it is empty. */
  moods?: readonly string[] | undefined;
  /** Entries with all of these tags. */
  tags?: readonly string[] | undefined;
  /** Inclusive. */
  from?: DateOrInstant | undefined;
  /** Inclusive. */
  to?: DateOrInstant | undefined;
  /** Matches only text that the viewer may read. */
  search?: EntrySearch | undefined;
  /** The result of `findMatches`. Without it, the former index is searched. */
  matches?: readonly (FoundEntry & { rank?: number })[] | undefined;
  /**
   * `newest` by default. `entry_date` is for the scope `mine`. `relevance` is for a search: the best of the newest `MAX_RANKED_MATCHES`.
   */
  sort?: EntryOrder | 'relevance' | undefined;
  after: EntryPosition | null;
  /** Reads the start of each content only. */
  maxContentLength?: number | undefined;
};

/** Ranking a long text takes up to a millisecond. */
export const MAX_RANKED_MATCHES = 500;

/**
 * Lists the first visible entries: at most `limit`, and fewer if the content that is read exceeds `MAX_PAGE_BYTES`. Hidden content does not
 * count, so that the size of a page reveals nothing about it.
 */
export async function listVisibleEntries(
  db: ReadDb,
  viewer: Viewer,
  filter: EntryFilter,
  limit: number,
): Promise<EntryPage & { hasMore: boolean }> {
  const page = pageOf(await selectEntries(db, viewer, filter, limit));
  return { ...page, hasMore: (page.rows[0]?.found ?? 0) > page.rows.length };
}

type ListedRow = EntryRow & { found: number };

async function selectEntries(
  db: ReadDb,
  viewer: Viewer,
  filter: EntryFilter,
  limit: number,
): Promise<EntryPage<ListedRow>[]> {
  const count = roundUpCount(limit + 1);
  if (hasConditions(filter)) return (await selectList(viewer, filter, limit, count).execute(db)).rows;
  const { scope, sort, after, maxContentLength } = filter;
  const shape = { isSuperAdmin: viewer.isSuperAdmin, scope, sort, maxContentLength, isFirst: after === null, count };
  return selectWithoutConditions(db, shape, { userId: viewer.userId, limit, ...after });
}

function hasConditions({ notebookId, authorId, moods = [], tags = [], from, to, search }: EntryFilter): boolean {
  return (
    [notebookId, authorId, from, to, search].some((value) => value !== undefined) || moods.length + tags.length > 0
  );
}

type ListShape = Pick<EntryFilter, 'scope' | 'sort' | 'maxContentLength'> & {
  isSuperAdmin: boolean;
  isFirst: boolean;
  count: number;
};

type ListValues = { userId: string; limit: number } & Partial<EntryPosition>;

/** Most lists. Those with conditions have too many shapes. */
const selectWithoutConditions = compileOnce(
  ({ isSuperAdmin, isFirst, count, ...shape }: ListShape, values: ListValues) => {
    const { userId, limit, createdAt, id, entryDate } = values;
    const after = isFirst ? null : ({ createdAt, id, entryDate } as EntryPosition);
    return selectList({ userId, isSuperAdmin }, { ...shape, after }, limit, count);
  },
);

function selectList(
  viewer: Viewer,
  filter: EntryFilter,
  limit: number,
  count: number,
): RawBuilder<EntryPage<ListedRow>> {
  const { tables, order } = tablesOfList(viewer, filter, limit, count);
  return selectEntryPage(viewer, tables, order);
}

/**
 * The table `page` with the entries of a page, and the tables it depends on. Its column `found` counts one entry more than fits, if there
 * is one; `count` is more than `limit`.
 */
export function tablesOfList(viewer: Viewer, filter: EntryFilter, limit: number, count = roundUpCount(limit + 1)) {
  const { maxContentLength, sort = 'newest' } = filter;
  const order = sort === 'relevance' ? sql`entry.rank desc, ${ORDERS.newest}` : ORDERS[sort];
  const tables = sql`${groupsOf(viewer)}, ${chosenFor(viewer, filter, sql.lit(count))}, sized as (
      select ${columnsFor(viewer, maxContentLength)} ${sort === 'relevance' ? sql`, entry.rank` : sql``},
        count(*) over () as found,
        ${maxContentLength === undefined ? bytesBefore(viewer, order) : sql`0`} as bytes_before
      from chosen entry
    ), page as materialized (
      select * from sized entry
      where bytes_before < ${MAX_PAGE_BYTES}
      order by ${order}
      limit ${limit})`;
  return { tables, order };
}

/** The size of the readable contents before an entry. */
function bytesBefore(viewer: Viewer, order: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(sum(octet_length(entry.content)) filter (where ${mayReadContent(viewer)}) over (
    order by ${order} rows between unbounded preceding and 1 preceding), 0)`;
}

/**
 * Sets a timeout for the transaction's further statements (SQLSTATE 57014). They are planned for their values: a word is frequent or
 * rare.
 */
export async function limitSearchTime(db: ReadDb, seconds: number): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(`${seconds}s`)}`.execute(db);
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db);
}

/**
 * Finds the first entries of a list with a search, at least `min` if there are so many. With the order `relevance` the best of the newest
 * `MAX_RANKED_MATCHES`. Undefined until all entries have the texts that searches compare.
 */
export async function findMatches(
  db: ReadDb,
  viewer: Viewer,
  filter: EntryFilter,
  min: number,
): Promise<EntryFilter['matches']> {
  const { scope, search, authorId, after, sort = 'newest' } = filter;
  if (search === undefined || !(await hasSearchTexts(db))) return undefined;
  const list = {
    scope,
    authorId,
    order: sort === 'relevance' ? ('newest' as const) : sort,
    cursor: after === null ? sql`` : sql`and ${isAfter(after, sort)}`,
    filters: filterConditions({ ...filter, after: null }),
  };
  const count = roundUpCount(min);
  if (sort !== 'relevance') return listMatches(db, viewer, search, list, count);
  const found = await listMatches(db, viewer, search, list, MAX_RANKED_MATCHES);
  return rankMatches(db, search, found, count);
}

/** What was found, as far as the viewer may still see it. */
function chosenMatches(viewer: Viewer, matches: NonNullable<EntryFilter['matches']>): RawBuilder<unknown> {
  return sql`chosen as (
    select ${ENTRY_COLUMNS}, found.rank from ${asTable(matches)} join journal_entry entry using (user_id, id)
    where ${mayReadMetadata(viewer)})`;
}

/** The table `chosen` with the first `count` entries, and the tables it depends on. Comes after `viewer_group`. */
export function chosenFor(viewer: Viewer, filter: EntryFilter, count: RawBuilder<unknown>): RawBuilder<unknown> {
  const { scope, search, notebookId, authorId, moods = [], tags = [], sort = 'newest' } = filter;
  if (filter.matches !== undefined) return chosenMatches(viewer, filter.matches);
  if (search !== undefined && sort === 'relevance') return bestMatches(viewer, filter, count);
  const order = sort === 'relevance' ? 'newest' : sort;
  if (search !== undefined) {
    return sql`found as materialized (
      select user_id, id from (${matches(viewer, filter)}) entry
      order by ${ORDERS[order]}
      limit ${count}
    ), chosen as (select ${ENTRY_COLUMNS} from found join journal_entry entry using (user_id, id))`;
  }
  const conditions = filterConditions(filter);
  if (authorId !== undefined) return firstOfAuthor(viewer, { scope, conditions, count, order });
  const isSparse = notebookId !== undefined || moods.length > 0 || tags.length > 0;
  const alternatives = order === 'entry_date' ? [sql``] : dateAlternatives(filter);
  return mergeFirstOfRuns(viewer, { scope, conditions, alternatives, isSparse, count, order });
}

/**
 * The tables `found` and `chosen` with the matches of the highest rank. A title counts twice, and hidden content not at all, so that an
 * order reveals nothing about it.
 */
function bestMatches(viewer: Viewer, filter: EntryFilter, count: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = searchWords(filter);
  return sql`newest_match as materialized (
      select user_id, id, in_text from (${matches(viewer, filter)}) entry
      order by ${ORDERS.newest}
      limit ${sql.lit(MAX_RANKED_MATCHES)}
    ), found as materialized (
      select user_id, id, ts_rank(to_tsvector('simple', entry.title), ${words})
        + case when in_text then ts_rank(entry.search_vector, ${words}) else 0 end as rank
      from newest_match join journal_entry entry using (user_id, id)
      order by rank desc, ${ORDERS.newest}
      limit ${count}
    ), chosen as (select ${ENTRY_COLUMNS}, rank from found join journal_entry entry using (user_id, id))`;
}

function searchWords(filter: EntryFilter): RawBuilder<unknown> {
  return sql`websearch_to_tsquery('simple', ${filter.search?.text})`;
}

/**
 * Selects the entries that match the search: by title and content if the viewer may read the content, otherwise by title only. Each
 * condition is the expression of an index.
 */
function matches(viewer: Viewer, filter: EntryFilter): RawBuilder<unknown> {
  const words = searchWords(filter);
  const inText = sql`entry.search_vector @@ ${words}`;
  const inTitle = sql`to_tsvector('simple', entry.title) @@ ${words}`;
  const match = (condition: RawBuilder<unknown>, isInText = true) => sql`(
    select entry.user_id, entry.id, entry.created_at, entry.entry_date, ${sql.lit(isInText)} as in_text from journal_entry entry
    where ${condition} ${filterConditions(filter)})`;

  const own = match(sql`entry.user_id = ${viewer.userId} and ${inText}`);
  if (filter.scope === 'mine') return own;
  const byOthers = sql`entry.user_id <> ${viewer.userId}`;
  if (viewer.isSuperAdmin) return filter.scope === 'shared' ? match(sql`${byOthers} and ${inText}`) : match(inText);

  const audiences = sql`viewer_group.ids || '{00000000-0000-0000-0000-000000000000}'::uuid[]`;
  const shared = sql`
    select matching.*
    from viewer_group cross join unnest(${audiences}) audience
    cross join lateral (
      ${match(sql`entry.content_audience = audience and ${mayReadMetadata(viewer)} and ${byOthers} and ${inText}`)}
      union all
      ${match(sql`entry.metadata_audience = audience and not ${mayReadContent(viewer)} and ${byOthers} and ${isAuthorActive} and ${inTitle}`, false)}
    ) matching`;
  return filter.scope === 'shared' ? shared : sql`${own} union all ${shared}`;
}

function filterConditions(filter: EntryFilter): RawBuilder<unknown> {
  const { notebookId, authorId, moods = [], tags = [], from, to, after, sort } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (after !== null) conditions.push(isAfter(after, sort));
  if (notebookId !== undefined) conditions.push(sql`entry.notebook_id = ${notebookId}`);
  if (authorId !== undefined) conditions.push(sql`entry.user_id = ${authorId}`);
  if (moods.length > 0) conditions.push(hasAnyMood(moods));
  conditions.push(...tags.map(hasTag));
  if (from !== undefined) conditions.push(isFrom(from));
  if (to !== undefined) conditions.push(isUntil(to));
  return joinConditions(conditions);
}

/**
 * The entries of a range of days, in two parts, so that each is read from an index in time order: entries of the day of their creation,
 * whose `created_at` is at most a day away in any time zone, and the few that were written for another day.
 */
function dateAlternatives({ from, to }: EntryFilter): RawBuilder<unknown>[] {
  const near: RawBuilder<unknown>[] = [];
  if (from !== undefined && 'day' in from)
    near.push(sql`entry.created_at >= (${from.day}::date - 1)::timestamp at time zone 'UTC'`);
  if (to !== undefined && 'day' in to)
    near.push(sql`entry.created_at < (${to.day}::date + 2)::timestamp at time zone 'UTC'`);
  if (near.length === 0) return [sql``];
  return [
    joinConditions([sql`entry.entry_date = entry.created_date`, ...near]),
    sql`and entry.entry_date <> entry.created_date`,
  ];
}

function joinConditions(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );
}

/** Whether an entry comes after a position in the order of the list. */
function isAfter(position: EntryPosition, sort: EntryFilter['sort']): RawBuilder<boolean> {
  const { createdAt, id, entryDate } = position;
  if (sort === 'oldest') return sql`(entry.created_at, entry.id) > (${createdAt}, ${id})`;
  if (sort === 'entry_date')
    return sql`(entry.entry_date, entry.created_at, entry.id) < (${entryDate}::date, ${createdAt}, ${id})`;
  return afterCursor(position, 'entry.created_at', 'entry.id');
}

/** Compares in lower case, as PostgreSQL has it. */
function hasAnyMood(moods: readonly string[]): RawBuilder<unknown> {
  return sql`lower(entry.mood) = any (array(select lower(mood) from unnest(${[...moods]}::text[]) as mood))`;
}

/** Whether an entry has a tag, in the form in which its author writes it. */
function hasTag(tag: string): RawBuilder<unknown> {
  // A value for each entry that is read: a join would read all entries with the tag first.
  return sql`entry.tags <> '{}' and entry.tags @> array[(
    select form.tag from journal_tag form
    where form.user_id = entry.user_id and form.key = (select tag_key_1(${tag})))]`;
}

function isFrom(from: DateOrInstant): RawBuilder<unknown> {
  return 'instant' in from
    ? sql`entry.created_at >= ${from.instant}::timestamptz`
    : sql`entry.entry_date >= ${from.day}::date`;
}

function isUntil(to: DateOrInstant): RawBuilder<unknown> {
  return 'instant' in to
    ? sql`entry.created_at <= ${to.instant}::timestamptz`
    : sql`entry.entry_date <= ${to.day}::date`;
}
