import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { isNotebookVisibleTo } from '../notebook/notebook.store.ts';
import { groupsOf, type Viewer } from '../visibility/visibility.store.ts';
import { chosenFor, type EntryFilter } from './entry-list.store.ts';
import { roundUpCount } from './entry-runs.store.ts';

/** The facets of a list. `found` is the number of entries that were read: one more than counted if there are more. */
export type FacetsRow = {
  notebooks: { id: string; name: string | null; entry_count: number }[];
  tags: { tag: string; entry_count: number }[];
  moods: { mood: string; entry_count: number }[];
  years: { year: number; entry_count: number }[];
  found: number;
};

/**
 * Counts the newest `maxEntries` visible entries of a list by notebook, tag, mood and year, in one statement. Each facet has the `maxValues`
 * most frequent values. A tag that authors write in several forms has that of the viewer, or the most frequent one. Notebooks that are not
 * shared with the viewer have no name.
 */
export async function countFacets(
  db: ReadDb,
  viewer: Viewer,
  filter: EntryFilter,
  { maxEntries, maxValues }: { maxEntries: number; maxValues: number },
): Promise<FacetsRow> {
  const facet = (columns: RawBuilder<unknown>, source: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select coalesce(jsonb_agg(to_jsonb(facet)), '[]') from (
      select ${columns}, count(*)::integer as entry_count from ${source}
      group by 1 order by entry_count desc, ${order} limit ${sql.lit(maxValues)}) facet)`;
  const { rows } = await sql<FacetsRow>`
    with ${groupsOf(viewer)}, ${chosenFor(viewer, { ...filter, sort: 'newest', after: null }, sql.lit(roundUpCount(maxEntries + 1)))},
    read_entry as materialized (
      select id, user_id, notebook_id, tags, lower(mood) as mood, extract(year from entry_date)::integer as year, created_at from chosen
    ), counted as materialized (
      select * from read_entry order by created_at desc, id desc limit ${sql.lit(maxEntries)}
    )
    select (select count(*)::integer from read_entry) as found,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', facet.id, 'entry_count', facet.entry_count,
          'name', (select name from notebook where notebook.id = facet.id and ${isNotebookVisibleTo(viewer)}))), '[]')
        from (
          select notebook_id as id, count(*)::integer as entry_count from counted where notebook_id is not null
          group by 1 order by entry_count desc, id limit ${sql.lit(maxValues)}) facet) as notebooks,
      (select coalesce(jsonb_agg(to_jsonb(facet)), '[]') from (
        select * from (
          select (array_agg(tag order by is_own desc, entry_count desc, tag collate "C"))[1] as tag,
            sum(entry_count)::integer as entry_count
          from (
            select tag, user_id = ${viewer.userId} as is_own, count(*) as entry_count
            from counted cross join unnest(tags) as tag group by 1, 2) form
          group by tag_key_1(tag)) named
        order by entry_count desc, tag collate "C" limit ${sql.lit(maxValues)}) facet) as tags,
      ${facet(sql`mood`, sql`counted where mood is not null`, sql`mood collate "C"`)} as moods,
      ${facet(sql`year`, sql`counted`, sql`year desc`)} as years`.execute(db);
  return onlyRow(rows);
}
