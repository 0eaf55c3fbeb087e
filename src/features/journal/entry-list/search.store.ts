import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { matchesSearch } from '#platform/db/search.ts';
import {
  groupsOf,
  isAuthorActive,
  mayReadContent,
  mayReadMetadata,
  type Viewer,
} from '../visibility/visibility.store.ts';
import { type EntryOrder, ORDERS } from './entry-runs.store.ts';
import type { EntrySearch } from './search.rules.ts';

/** An entry that matches. `in_text` says whether its content was looked at, and not its title alone. */
export type FoundEntry = { user_id: string; id: string; in_text: boolean };

/** A list that is searched. The conditions are `and …` or empty. */
export type SearchedList = {
  scope: 'mine' | 'shared' | 'all';
  authorId?: string | undefined;
  order: EntryOrder;
  /** Whether an entry comes after the page before. */
  cursor: RawBuilder<unknown>;
  /** All other filters. */
  filters: RawBuilder<unknown>;
};

/** How many of the newest entries a search reads at once, of each run, and of the runs of all groups together. */
const NEWEST = [200, 1_000, 2_000, 4_000] as const;
const FIRST_NEWEST = NEWEST[0];
/** Matches are not spread evenly. */
const MARGIN = 1.2;

/**
 * How many of the newest entries a search reads next, after `found` of `newest` have matched: as many as hold `count` matches on average, and
 * some more. Null if that is more than the index takes: there each match is read, and no other entry.
 */
export function nextNewest({ newest, found, count }: { newest: number; found: number; count: number }): number | null {
  const needed = (newest * count) / found;
  const larger = NEWEST.filter((one) => one > newest);
  return larger.find((one) => one >= MARGIN * needed) ?? larger.findLast((one) => one >= needed) ?? null;
}

const MIN_NEWEST_OF_GROUP = 50;
/** The text that is read of the newest entries of a run: at least this much, and this much for each of them. Most have less text. */
const MIN_BYTES = 2_000_000;
const BYTES_PER_ENTRY = 2_000;

const PUBLIC = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
/** What the filters and the visibility of an entry are decided by. */
const FOUND_COLUMNS = sql`entry.user_id, entry.id, entry.created_at, entry.entry_date, entry.notebook_id, entry.mood, entry.tags,
  entry.metadata_audience, entry.content_audience`;

/**
 * Finds the first matches of a list: at most `count`, in its order.
 *
 * Reads the newest entries of each run first, as long as they will fill the page: a frequent word does, after few entries. Otherwise the index
 * lists all matches, which is fast for rare words. So neither grows with the number of entries.
 */
export async function listMatches(
  db: ReadDb,
  viewer: Viewer,
  search: EntrySearch,
  list: SearchedList,
  count: number,
): Promise<FoundEntry[]> {
  if (search.search.alternatives.length === 0) return [];
  for (let newest: number | null = FIRST_NEWEST; newest !== null; ) {
    const { found, isWhole } = await listNewestMatches(db, viewer, search, list, { newest, count });
    if (isWhole || found.length >= count) return found;
    newest = nextNewest({ newest, found: found.length, count });
  }
  return search.arms === null
    ? listMatchesInOrder(db, viewer, search, list, count)
    : listIndexedMatches(db, viewer, search.arms, search, list, count);
}

/**
 * The matches among the newest entries of each run, as far as no other run can have one before them. Reads a run until it has `count`
 * matches. The last entry that may be read is its cut.
 */
async function listNewestMatches(
  db: ReadDb,
  viewer: Viewer,
  { search }: EntrySearch,
  list: SearchedList,
  { newest, count }: { newest: number; count: number },
): Promise<{ found: FoundEntry[]; isWhole: boolean }> {
  const { order, cursor, filters } = list;
  const position = order === 'entry_date' ? sql`entry_date` : sql`created_at`;
  const maxBytes = sql.lit(Math.max(MIN_BYTES, newest * BYTES_PER_ENTRY));
  const runs = runsOf(viewer, list).map(({ condition, isVisible, inText, from, isOfGroup }) => {
    const limit = isOfGroup
      ? sql`greatest(${sql.lit(MIN_NEWEST_OF_GROUP)}, ${sql.lit(newest)} / (select greatest(1, cardinality(ids)) from viewer_group))`
      : sql.lit(newest);
    // Sums up to the entry, not of all: else all would be read before the first one is looked at.
    return sql`(
      select entry.* from ${from} (
        select user_id, id, created_at, entry_date, in_text, is_match, is_cut from (
          select entry.*, ${matchesSearch(sql`entry.searched`, search)} ${filters} and ${isVisible} as is_match,
            row_number >= ${limit} or bytes >= ${maxBytes} as is_cut
          from (
            select entry.*, ${inText} as in_text, ${searchedText(inText)} as searched, row_number() over newest,
              sum(octet_length(entry.search_text)) over newest as bytes
            from (
              select * from journal_entry entry where ${condition} ${cursor} order by ${ORDERS[order]} limit ${limit}
            ) entry
            window newest as (order by ${ORDERS[order]} rows unbounded preceding)
          ) entry
          where coalesce(bytes - octet_length(entry.search_text), 0) < ${maxBytes}
        ) entry
        where is_match or is_cut limit ${sql.lit(count)}
      ) entry)`;
  });
  const { rows } = await sql<{ found: FoundEntry[]; isWhole: boolean }>`
    with ${groupsOf(viewer)}, read as materialized (${sql.join(runs, sql` union all `)}),
    edge as materialized (
      select ${order === 'oldest' ? sql`min` : sql`max`}(${position}) as edge from read where is_cut
    ), found as (
      select user_id, id, in_text, created_at, entry_date from read entry cross join edge
      where is_match and (edge is null or ${position} ${order === 'oldest' ? sql`<` : sql`>`} edge)
      order by ${ORDERS[order]} limit ${sql.lit(count)}
    )
    select (select edge is null from edge) as "isWhole",
      (select coalesce(json_agg(json_build_object('user_id', user_id, 'id', id, 'in_text', in_text) order by ${ORDERS[order]}), '[]')
        from found entry) as found`.execute(db);
  return onlyRow(rows);
}

/** All matches of a search without a key for the index, such as one letter. */
async function listMatchesInOrder(
  db: ReadDb,
  viewer: Viewer,
  { search }: EntrySearch,
  list: SearchedList,
  count: number,
): Promise<FoundEntry[]> {
  const { order, cursor, filters } = list;
  const runs = runsOf(viewer, list).map(
    ({ condition, isVisible, inText, from }) => sql`(
      select entry.* from ${from} (
        select entry.user_id, entry.id, entry.created_at, entry.entry_date, ${inText} as in_text from journal_entry entry
        where ${condition} and ${isVisible} ${cursor} ${filters} and ${matchesSearch(searchedText(inText), search)}
        order by ${ORDERS[order]} limit ${sql.lit(count)}
      ) entry)`,
  );
  const { rows } = await sql<FoundEntry>`
    with ${groupsOf(viewer)}
    select user_id, id, in_text from (${sql.join(runs, sql` union all `)}) entry
    order by ${ORDERS[order]} limit ${sql.lit(count)}`.execute(db);
  return rows;
}

/**
 * All matches that the index lists. Visibility and filters come after that: beside the condition of the index they make PostgreSQL read
 * another index in full as well.
 */
async function listIndexedMatches(
  db: ReadDb,
  viewer: Viewer,
  arms: NonNullable<EntrySearch['arms']>,
  { search }: EntrySearch,
  { scope, authorId, order, cursor, filters }: SearchedList,
  count: number,
): Promise<FoundEntry[]> {
  const author = authorId === undefined ? [] : [sql`${authorId}::uuid`];
  const inText = (owners: readonly RawBuilder<unknown>[]) => {
    const ids = [...owners, ...author];
    const isOf =
      ids.length === 0 ? sql`` : sql`array[entry.user_id, entry.content_audience] @> array[${sql.join(ids)}] and`;
    return sql.join(
      arms.map(
        ({ keys }) => sql`
          select ${FOUND_COLUMNS}, true as in_text from journal_entry entry
          where ${isOf} search_keys_1(entry.search_text) @> ${[...keys]}::text[] and ${matchesSearch(sql`entry.search_text`, search)}`,
      ),
      sql` union `,
    );
  };
  const inTitle = sql.join(
    arms.map(
      ({ keys }) => sql`
        select ${FOUND_COLUMNS}, false as in_text from journal_entry entry
        where entry.metadata_audience = audience and search_keys_1(entry.search_title) @> ${[...keys]}::text[]
          and ${matchesSearch(sql`entry.search_title`, search)}`,
    ),
    sql` union `,
  );
  const byOthers = sql`entry.user_id <> ${viewer.userId}`;
  const visible = (candidates: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select entry.user_id, entry.id, entry.created_at, entry.entry_date, entry.in_text from (${candidates} offset 0) entry
    where ${condition} ${cursor} ${filters}`;
  const ofAudiences = (matches: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    visible(
      sql`select entry.* from viewer_group cross join unnest(viewer_group.ids || ${PUBLIC}) audience cross join lateral (${matches}) entry`,
      sql`${byOthers} and ${condition}`,
    );
  const sources = viewer.isSuperAdmin
    ? [
        scope === 'mine'
          ? visible(inText([sql`${viewer.userId}::uuid`]), sql`true`)
          : visible(inText([]), scope === 'shared' ? byOthers : sql`true`),
      ]
    : [
        ...(scope === 'shared' ? [] : [visible(inText([sql`${viewer.userId}::uuid`]), sql`true`)]),
        ...(scope === 'mine'
          ? []
          : [
              ofAudiences(inText([sql`audience`]), mayReadMetadata(viewer)),
              ofAudiences(inTitle, sql`not ${mayReadContent(viewer)} and ${isAuthorActive}`),
            ]),
      ];
  const { rows } = await sql<FoundEntry>`
    with ${groupsOf(viewer)}
    select user_id, id, in_text from (${sql.join(sources, sql` union all `)}) entry
    order by ${ORDERS[order]} limit ${sql.lit(count)}`.execute(db);
  return rows;
}

/** Orders matches by how often they contain the terms: titles count twice, and hidden content not at all. */
export async function rankMatches(
  db: ReadDb,
  { terms }: EntrySearch,
  found: readonly FoundEntry[],
  count: number,
): Promise<(FoundEntry & { rank: number })[]> {
  const occurrences = (column: RawBuilder<unknown>, forms: EntrySearch['terms'][number]) =>
    sql.join(
      forms.map(
        ({ text }) => sql`(length(${column}) - length(replace(${column}, ${text}, ''))) / ${sql.lit([...text].length)}`,
      ),
      sql` + `,
    );
  // The first occurrences count most, so that a text with all terms comes before one that repeats a single one.
  const ranks = terms.map(
    (forms) => sql`2 * ln(1 + ${occurrences(sql`entry.search_title`, forms)})
      + case when in_text then ln(1 + ${occurrences(sql`entry.search_text`, forms)}) else 0 end`,
  );
  const { rows } = await sql<FoundEntry & { rank: number }>`
    select user_id, id, in_text, (${ranks.length === 0 ? sql`0` : sql.join(ranks, sql` + `)})::float8 as rank
    from ${asTable(found)} join journal_entry entry using (user_id, id)
    order by rank desc, ${ORDERS.newest} limit ${sql.lit(count)}`.execute(db);
  return rows;
}

/** Matches as the table `found`. */
export function asTable(found: readonly (FoundEntry & { rank?: number })[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (user_id uuid, id uuid, in_text boolean, rank float8)`;
}

/** A sequence of entries in the order of an index, and whether the viewer may read them and their content. */
type Run = {
  condition: RawBuilder<unknown>;
  isVisible: RawBuilder<unknown>;
  inText: RawBuilder<unknown>;
  /** `… cross join lateral` before the run, or empty. */
  from: RawBuilder<unknown>;
  /** Whether it stands for one run of each group. */
  isOfGroup: boolean;
};

function runsOf(viewer: Viewer, { scope }: SearchedList): Run[] {
  const all = { isVisible: sql`true`, inText: sql`true`, from: sql``, isOfGroup: false };
  const own = { ...all, condition: sql`entry.user_id = ${viewer.userId}` };
  const byOthers = sql`entry.user_id <> ${viewer.userId}`;
  if (scope === 'mine') return [own];
  if (viewer.isSuperAdmin) return [{ ...all, condition: scope === 'shared' ? byOthers : sql`true` }];
  const ofAudience = (audience: RawBuilder<unknown>) => ({
    condition: sql`entry.metadata_audience = ${audience} and ${byOthers}`,
    isVisible: isAuthorActive,
    inText: mayReadContent(viewer),
  });
  return [
    ...(scope === 'shared' ? [] : [own]),
    { ...all, ...ofAudience(PUBLIC) },
    {
      ...ofAudience(sql`audience`),
      from: sql`viewer_group cross join unnest(viewer_group.ids) audience cross join lateral`,
      isOfGroup: true,
    },
  ];
}

/** The fields of a search: title and content, or only the title. */
function searchedText(inText: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when ${inText} then entry.search_text else entry.search_title end)`;
}
