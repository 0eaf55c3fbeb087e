import { type RawBuilder, sql } from 'kysely';
import { WHOLE_ENTRY } from './entry.store.ts';
import { isAuthorActive, type Viewer } from './visibility.store.ts';

/** Which runs to merge, and what of them. */
export type Runs = {
  scope: 'mine' | 'shared' | 'all';
  /** What an entry has to satisfy besides being visible: `and …`, or nothing. */
  conditions: RawBuilder<unknown>;
  /** Whether the conditions ask for more than the indexes know, so that many entries may be looked at for one that fits. */
  isSparse: boolean;
  /** How many entries at most; a number in the text, as from `countInText`. */
  count: RawBuilder<unknown>;
};

const COUNTS = [51, 101, 201, 501];

/**
 * How many entries to look for, at least `wanted`, as a number in the text of the statement. PostgreSQL takes a limit that
 * is a parameter for a tenth of all rows that could come, finds such a plan too expensive to keep, and plans anew for each
 * execution. Few different numbers make few different statements.
 */
export function countInText(wanted: number): RawBuilder<unknown> {
  return sql.lit(COUNTS.find((count) => count >= wanted) ?? wanted);
}

/**
 * The table `chosen`, and what it needs: the newest entries that the viewer may know of, whole. Comes after `viewer_group`.
 *
 * Every audience that the viewer belongs to, and the viewer's own entries, is a run in time order of some index. The newest
 * of each are merged, so the cost grows with the size of a page and the number of groups, not with the journal.
 */
export function newestOfRuns(viewer: Viewer, { scope, conditions, isSparse, count }: Runs): RawBuilder<unknown> {
  const own = sql`entry.user_id = ${viewer.userId}`;
  const ofOthers = sql`entry.user_id <> ${viewer.userId}`;
  const ofActiveOthers = sql`${ofOthers} and ${isAuthorActive}`;
  const run = (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`(
    select ${columns} from journal_entry entry
    where ${condition} ${conditions}
    order by entry.created_at desc, entry.id desc
    limit ${limit})`;

  if (scope === 'mine') return sql`chosen as ${run(WHOLE_ENTRY, own, count)}`;
  if (viewer.isSuperAdmin) return sql`chosen as ${run(WHOLE_ENTRY, scope === 'shared' ? ofOthers : sql`true`, count)}`;

  const merge = ({ columns, reach, groups, countOfGroup }: Pass) => {
    const everybodys = sql`entry.metadata_audience = '00000000-0000-0000-0000-000000000000' and ${ofActiveOthers} ${reach}`;
    const ofGroup = sql`entry.metadata_audience = audience and ${ofActiveOthers} ${reach}`;
    const runs = [
      ...(scope === 'shared' ? [] : [run(columns(NO_GROUP), sql`${own} ${reach}`, count)]),
      run(columns(NO_GROUP), everybodys, count),
      sql`(select of_group.* from viewer_group cross join unnest(viewer_group.ids) audience
        cross join lateral ${run(columns(sql`audience`), ofGroup, countOfGroup)} of_group ${groups})`,
    ];
    return sql`(select * from (${sql.join(runs, sql` union all `)}) entry
      order by entry.created_at desc, entry.id desc limit ${count})`;
  };

  // A second pass would look at all those entries once more.
  if (isSparse) return sql`chosen as ${merge({ ...EVERYTHING, columns: () => WHOLE_ENTRY, countOfGroup: count })}`;

  // A few dates of each run, from the index alone, tell how far back the page can reach, and which groups have part in it:
  // one whose newest entry is not among them has none.
  const glance = merge({
    ...EVERYTHING,
    columns: (audience) => sql`entry.id, entry.created_at, ${audience} as audience`,
    countOfGroup: sql`(select 1 + ${count} / greatest(1, cardinality(ids)) from viewer_group)`,
  });
  const page = merge({
    columns: () => WHOLE_ENTRY,
    reach: sql`and entry.created_at >= (select since from horizon)`,
    groups: sql`where audience = any ((select audiences from horizon)::uuid[])`,
    countOfGroup: count,
  });
  return sql`
    horizon as materialized (
      select case when count(*) = ${count} then min(created_at) else '-infinity' end as since,
        array_agg(distinct audience) as audiences
      from ${glance} glance
    ), chosen as ${page}`;
}

/** One way over all runs: what it reads of an entry, how far back, and of which groups how many at most. */
type Pass = {
  columns: (audience: RawBuilder<unknown>) => RawBuilder<unknown>;
  reach: RawBuilder<unknown>;
  groups: RawBuilder<unknown>;
  countOfGroup: RawBuilder<unknown>;
};

const EVERYTHING = { reach: sql``, groups: sql`` };
const NO_GROUP = sql`null::uuid`;
