import { type RawBuilder, sql } from 'kysely';
import { ENTRY_COLUMNS } from '../entry/entry.store.ts';
import { isAuthorActive, mayReadMetadata, type Viewer } from '../visibility/visibility.store.ts';

/**
 * What to merge. A *run* is a sequence of entries in time order of one index: the viewer's own entries, or those of one audience.
 */
export type Runs = {
  scope: 'mine' | 'shared' | 'all';
  /** Conditions besides visibility: `and …`, or empty. */
  conditions: RawBuilder<unknown>;
  /** Parts of a run that together are all of it: further conditions, each `and …` or empty. Each part has an index of its own. */
  alternatives: readonly RawBuilder<unknown>[];
  /** Whether the conditions use columns that the indexes do not contain, so that many entries may be read for one match. */
  isSparse: boolean;
  /** The maximum number of entries: a literal, from `roundUpCount`. */
  count: RawBuilder<unknown>;
  order: EntryOrder;
};

/** The order of a list. `entry_date` is newest first, within the run of one author: the other runs have no index for it. */
export type EntryOrder = 'newest' | 'oldest' | 'entry_date';

/** For `order by`, of the table `entry`: each is the order of an index. */
export const ORDERS: Record<EntryOrder, RawBuilder<unknown>> = {
  newest: sql`entry.created_at desc, entry.id desc`,
  oldest: sql`entry.created_at, entry.id`,
  entry_date: sql`entry.entry_date desc, entry.created_at desc, entry.id desc`,
};

const COUNTS = [51, 101, 201, 501];

/**
 * A number of at least `min`, to stand in `limit` as a literal. PostgreSQL estimates a parameter in `limit` as a tenth of all rows, finds a generic plan with that
 * estimate too expensive, and plans each execution again. Few different literals keep the number of prepared statements small.
 */
export function roundUpCount(min: number): number {
  return COUNTS.find((count) => count >= min) ?? min;
}

/**
 * The table `chosen` with the first visible entries, and the tables it depends on. Comes after `viewer_group`.
 *
 * Merges the first entries of each run. So the cost grows with the page size and the number of groups, not with the number of entries.
 */
export function mergeFirstOfRuns(
  viewer: Viewer,
  { scope, conditions, alternatives, isSparse, count, order }: Runs,
): RawBuilder<unknown> {
  const own = sql`entry.user_id = ${viewer.userId}`;
  const byOthers = sql`entry.user_id <> ${viewer.userId}`;
  const byActiveOthers = sql`${byOthers} and ${isAuthorActive}`;
  const run = (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>, limit: RawBuilder<unknown>) => {
    const parts = alternatives.map(
      (alternative) => sql`(
        select ${columns} from journal_entry entry
        where ${condition} ${alternative} ${conditions}
        order by ${ORDERS[order]}
        limit ${limit})`,
    );
    if (parts.length === 1) return sql`${parts[0]}`;
    return sql`(select * from (${sql.join(parts, sql` union all `)}) entry
      order by ${ORDERS[order]} limit ${limit})`;
  };

  if (scope === 'mine') return sql`chosen as ${run(ENTRY_COLUMNS, own, count)}`;
  if (viewer.isSuperAdmin)
    return sql`chosen as ${run(ENTRY_COLUMNS, scope === 'shared' ? byOthers : sql`true`, count)}`;

  const merge = ({ columns, reach, groups, countOfGroup }: Pass) => {
    const isPublic = sql`entry.metadata_audience = '00000000-0000-0000-0000-000000000000' and ${byActiveOthers} ${reach}`;
    const isOfGroup = sql`entry.metadata_audience = audience and ${byActiveOthers} ${reach}`;
    const runs = [
      ...(scope === 'shared' ? [] : [run(columns(NO_GROUP), sql`${own} ${reach}`, count)]),
      run(columns(NO_GROUP), isPublic, count),
      sql`(select of_group.* from viewer_group cross join unnest(viewer_group.ids) audience
        cross join lateral ${run(columns(sql`audience`), isOfGroup, countOfGroup)} of_group ${groups})`,
    ];
    return sql`(select * from (${sql.join(runs, sql` union all `)}) entry
      order by ${ORDERS[order]} limit ${count})`;
  };

  // The second pass below would read the same entries again.
  if (isSparse) return sql`chosen as ${merge({ ...UNLIMITED, columns: () => ENTRY_COLUMNS, countOfGroup: count })}`;

  // The first pass reads a few dates of each run by index-only scans. They show how far the page reaches and which groups
  // contribute: a group whose first entry is not among them does not.
  const firstPass = merge({
    ...UNLIMITED,
    columns: (audience) => sql`entry.id, entry.created_at, ${audience} as audience`,
    countOfGroup: sql`(select 1 + ${count} / greatest(1, cardinality(ids)) from viewer_group)`,
  });
  const page = merge({
    columns: () => ENTRY_COLUMNS,
    reach: sql`and entry.created_at ${order === 'oldest' ? sql`<=` : sql`>=`} (select edge from horizon)`,
    groups: sql`where audience = any ((select audiences from horizon)::uuid[])`,
    countOfGroup: count,
  });
  return sql`
    horizon as materialized (
      select case when count(*) = ${count} then ${order === 'oldest' ? sql`max(created_at) else 'infinity'` : sql`min(created_at) else '-infinity'`} end as edge,
        array_agg(distinct audience) as audiences
      from ${firstPass} first_pass
    ), chosen as ${page}`;
}

/**
 * The table `chosen` with the first entries of one author that the viewer may see. Comes after `viewer_group`. The conditions name the
 * author.
 *
 * Reads the author's run alone: the cost grows with the page size and the author's earlier entries in this order that are hidden from the viewer.
 */
export function firstOfAuthor(
  viewer: Viewer,
  { scope, conditions, count, order }: Omit<Runs, 'alternatives' | 'isSparse'>,
): RawBuilder<unknown> {
  const inScope = {
    mine: sql`entry.user_id = ${viewer.userId}`,
    shared: sql`entry.user_id <> ${viewer.userId}`,
    all: sql`true`,
  };
  return sql`chosen as (
    select ${ENTRY_COLUMNS} from journal_entry entry
    where ${inScope[scope]} and ${mayReadMetadata(viewer)} ${conditions}
    order by ${ORDERS[order]}
    limit ${count})`;
}

/** One pass over all runs: the columns to read, how far (`reach`), which groups, and the limit for each group. */
type Pass = {
  columns: (audience: RawBuilder<unknown>) => RawBuilder<unknown>;
  reach: RawBuilder<unknown>;
  groups: RawBuilder<unknown>;
  countOfGroup: RawBuilder<unknown>;
};

const UNLIMITED = { reach: sql``, groups: sql`` };
const NO_GROUP = sql`null::uuid`;
