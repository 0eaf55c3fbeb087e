import { type RawBuilder, sql } from 'kysely';
import type { Db, ReadDb, Tx } from '#platform/db/database.ts';
import { isSampled } from '#platform/db/invariant.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import type { EntryText, SearchTexts } from './search-text.rules.ts';

/** The columns that searches read, for an insert or an update that sets title and content to these values. */
export function searchColumns({ title, content, searchTitle, searchText }: EntryText) {
  return {
    search_title: searchTitle,
    search_text: searchText,
    search_source: sql<number>`search_source_1(${title}, ${content})`,
  };
}

/** The columns of `searchColumns`, which are computed again from title and content. */
export const SEARCH_COLUMNS = ['search_title', 'search_text', 'search_source'] as const;

/** Whether a version without these columns has written the row, or another version of the fold. The predicate of an index. */
const IS_STALE = sql`search_source is distinct from search_source_1(title, content)`;

/** An index of searches that a migration left to a job. */
export type MissingIndex = {
  name: string;
  /** What follows its name in `create index`. */
  definition: string;
  /** Whether it is the one that lists the entries to fold. */
  isOfStale: boolean;
};

const STALE_INDEX = 'journal_entry_search_stale_idx';

/** The missing indexes, that of stale entries first. */
export async function listMissingIndexes(db: Db): Promise<MissingIndex[]> {
  const { rows } = await sql<MissingIndex>`
    select name, definition, name = ${STALE_INDEX} as "isOfStale" from search_indexes_1()
    where not exists (select from pg_index where indexrelid = to_regclass(name) and indisvalid)
    order by 3 desc, name`.execute(db);
  return rows;
}

/**
 * Whether searches use the folded texts: once the indexes are built, which comes after all entries were folded. What a version without
 * these columns writes later is found as it was before, until the job has folded it.
 */
export async function hasSearchTexts(db: ReadDb): Promise<boolean> {
  const { rows } = await sql<{ isReady: boolean }>`
    select bool_and(exists (select from pg_index where indexrelid = to_regclass(name) and indisvalid)) as "isReady"
    from search_indexes_1()`.execute(db);
  return onlyRow(rows).isReady;
}

export type StaleEntry = { id: string; user_id: string; created_at: Date; title: string; content: string };

/** Locks up to `limit` entries of all authors that are to be folded, newest first. Skips locked ones. */
export async function lockStaleEntries(
  tx: Tx,
  after: Pick<StaleEntry, 'id' | 'created_at'> | null,
  limit: number,
): Promise<StaleEntry[]> {
  const isAfter = after === null ? sql`` : sql`and (created_at, id) < (${after.created_at}, ${after.id})`;
  const { rows } = await sql<StaleEntry>`
    select id, user_id, created_at, title, content from journal_entry
    where ${IS_STALE} ${isAfter}
    order by created_at desc, id desc limit ${limit}
    for no key update skip locked`.execute(tx);
  return rows;
}

/** Stores folded texts of entries that the transaction has locked. Neither their versions nor their sync change. */
export async function updateSearchTexts(
  tx: Tx,
  entries: readonly (SearchTexts & { id: string; userId: string })[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`set local meadow.folds = 'on'`.execute(tx);
  await sql`
    update journal_entry entry set search_title = folded."searchTitle", search_text = folded."searchText",
      search_source = search_source_1(title, content)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as folded (id uuid, "userId" uuid, "searchTitle" text, "searchText" text)
    where entry.id = folded.id and entry.user_id = folded."userId"`.execute(tx);
  await sql`set local meadow.folds = 'off'`.execute(tx);
}

/** Moves what was written lately into the indexes of searches. One write in some dozens would do that for all others. */
export async function flushSearchIndexes(db: Db): Promise<void> {
  await sql`
    select gin_clean_pending_list(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'journal_entry'::regclass and amname = 'gin' and indisvalid`.execute(db);
}

/** A sample of the entries that are folded, with their folded texts. */
export function selectFoldedEntries(): RawBuilder<{
  id: string;
  title: string;
  content: string;
  search_title: string;
  search_text: string;
}> {
  return sql`
    select id, title, content, search_title, search_text from journal_entry
    where not (${IS_STALE}) and ${isSampled('journal_entry')}`;
}
