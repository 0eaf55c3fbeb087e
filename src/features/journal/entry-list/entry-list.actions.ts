import type { Actor } from '#access/actor.ts';
import { replaceMentionsWithNames } from '#features/account';
import { createYielder } from '#platform/concurrency/cooperative.ts';
import { createFairSemaphore, type FairSemaphore } from '#platform/concurrency/fair-semaphore.ts';
import type { ReadDb } from '#platform/db/database.ts';
import { inReadTransaction } from '#platform/db/read-transaction.ts';
import { sqlStateOf } from '#platform/errors.ts';
import { isCalendarDate } from '#platform/http/validation/formats.ts';
import { marksIn } from '#platform/text/search/marks.ts';
import type { JournalDeps } from '../deps.ts';
import type { Entry } from '../entry/entry.schema.ts';
import type { EntryRow } from '../entry/entry.store.ts';
import { auditReads, EXCERPT_SOURCE_LENGTH, viewsOfPage } from '../entry/entry-view.actions.ts';
import { listChangedEntries } from './entry-changes.actions.ts';
import { cursorAfter, parseEntryPage } from './entry-cursor.actions.ts';
import { countFacets, type FacetsRow } from './entry-facets.store.ts';
import {
  type EntryList,
  type EntryQuery,
  type EntrySort,
  listErrors,
  MAX_FACET_ENTRIES,
  MAX_FACET_VALUES,
  searchErrors,
} from './entry-list.schema.ts';
import {
  type DateOrInstant,
  type EntryFilter,
  findMatches,
  limitSearchTime,
  listVisibleEntries,
} from './entry-list.store.ts';
import { type EntrySearch, entrySearchOf } from './search.rules.ts';
import { snippetOf } from './snippet.rules.ts';

/** The maximum time of each statement of a search. */
export const SEARCH_SECONDS = 1;

/** Limits searches to four of the node's ten database connections, and those of one user to two. */
export function createSearchQueue(): FairSemaphore {
  return createFairSemaphore({
    concurrency: 4,
    concurrencyPerKey: 2,
    maxQueue: 100,
    maxQueuePerKey: 10,
    queueFull: searchErrors.busy,
    queueOfKeyFull: () => searchErrors.tooMany({ retryAfterSeconds: 1 }),
  });
}

/**
 * Lists the entries that the actor may see, newest first by default, or with `updated_since` the changes of own ones. The last three errors
 * occur only in a search or with facets.
 */
export async function listEntries(deps: JournalDeps, actor: Actor, query: EntryQuery): Promise<EntryList> {
  const { updated_since } = query;
  if (updated_since !== undefined) return listChangedEntries(deps, actor, { ...query, updated_since });
  const sort = requireSort(query);
  const { limit, after } = parseEntryPage(query, sort);
  const filter = {
    scope: query.scope ?? ('all' as const),
    notebookId: query.notebook_id,
    authorId: query.user_id,
    moods: valuesOf(query.mood),
    tags: valuesOf(query.tag),
    from: parseDateOrInstant(query.from),
    to: parseDateOrInstant(query.to),
    search: query.q === undefined ? undefined : entrySearchOf(query.q),
    sort,
    after,
    // A snippet can be anywhere in the text.
    maxContentLength: query.fields === 'summary' && query.q === undefined ? EXCERPT_SOURCE_LENGTH : undefined,
  };
  const { facets: withFacets = false } = query;
  const { facets, ...page } =
    filter.search === undefined && !withFacets
      ? { ...(await deps.read((db) => listVisibleEntries(db, actor, filter, limit))), facets: undefined }
      : await deps.searchQueue(actor.userId, () => searchEntries(deps, actor, filter, limit, withFacets));
  const { rows, hasMore } = page;
  await auditReads(deps, actor, rows);
  const last = rows.at(-1);
  const entries = await viewsOfPage(deps, actor, page, query.fields);
  return {
    entries: filter.search === undefined ? entries : await addSnippets(entries, rows, filter.search),
    next_cursor: hasMore && last ? cursorAfter(last, sort) : null,
    ...(facets && { facets: viewOfFacets(facets) }),
  };
}

/** Adds the snippets of the contents that were read. A page has up to 5 MB of them, so that it yields. */
async function addSnippets(
  entries: readonly Entry[],
  rows: readonly EntryRow[],
  { search }: EntrySearch,
): Promise<Entry[]> {
  const yieldIfDue = createYielder();
  const withSnippets: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    const content = rows[index]?.content ?? null;
    const snippet = content === null ? null : snippetOf(replaceMentionsWithNames(content), search);
    withSnippets.push({ ...entry, snippet, title_matches: marksIn(entry.title, search) });
    await yieldIfDue();
  }
  return withSnippets;
}

function viewOfFacets({ found, ...facets }: FacetsRow): NonNullable<EntryList['facets']> {
  const counted = Math.min(found, MAX_FACET_ENTRIES);
  return { ...facets, counted_entries: counted, is_complete: counted === found };
}

/** The requested order, if there is an index for it. */
function requireSort({ sort = 'newest', scope, q }: EntryQuery): EntrySort {
  if (sort === 'entry_date' && scope !== 'mine') throw listErrors.sortNeedsOwn();
  if (sort === 'relevance' && q === undefined) throw listErrors.sortNeedsSearch();
  return sort;
}

/** The SQLSTATE of a statement timeout. */
const QUERY_CANCELED = '57014';

async function searchEntries(deps: JournalDeps, actor: Actor, filter: EntryFilter, limit: number, withFacets: boolean) {
  try {
    return await deps.read((replica) =>
      inReadTransaction(replica, async (db) => {
        await limitSearchTime(db, deps.searchSeconds);
        const matches = await findMatches(db, actor, filter, limit + 1);
        const page = await listVisibleEntries(db, actor, { ...filter, matches }, limit);
        const bounds = { maxEntries: MAX_FACET_ENTRIES, maxValues: MAX_FACET_VALUES };
        return {
          ...page,
          facets: withFacets ? await countFacets(db, actor, await newestMatches(db, actor, filter), bounds) : undefined,
        };
      }),
    );
  } catch (error) {
    throw sqlStateOf(error) === QUERY_CANCELED ? searchErrors.tooBroad() : error;
  }
}

/** A list from its beginning, newest first, with the matches that its facets count. */
async function newestMatches(db: ReadDb, actor: Actor, filter: EntryFilter): Promise<EntryFilter> {
  const newest: EntryFilter = { ...filter, sort: 'newest', after: null };
  return { ...newest, matches: await findMatches(db, actor, newest, MAX_FACET_ENTRIES + 1) };
}

/** The distinct values of a parameter that can be repeated. */
function valuesOf(parameter: string | string[] | undefined): string[] {
  return [...new Set([parameter ?? []].flat())];
}

function parseDateOrInstant(text: string | undefined): DateOrInstant | undefined {
  if (text === undefined) return undefined;
  return isCalendarDate(text) ? { day: text } : { instant: text };
}
