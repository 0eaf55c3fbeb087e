import type { Actor } from '../../../access/actor.ts';
import { createFairSemaphore, type FairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import { sqlStateOf } from '../../../platform/errors.ts';
import { parsePage, writeCursor } from '../../../platform/http/pagination.ts';
import { isCalendarDate } from '../../../platform/http/validation/formats.ts';
import type { JournalDeps } from '../deps.ts';
import { auditReads, viewsOfEntries } from '../entry/entry-view.actions.ts';
import { listChangedEntries } from './entry-changes.actions.ts';
import { type EntryList, type EntryQuery, searchErrors } from './entry-list.schema.ts';
import { type DateOrInstant, type EntryFilter, limitSearchTime, listVisibleEntries } from './entry-list.store.ts';
import { limitMinuses } from './search.rules.ts';

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
 * Lists the entries that the actor may see, newest first, or with `updated_since` the changes of own ones. The other errors occur only in a
 * search.
 * @throws {sync.expired}
 * @throws {sync.filtered}
 * @throws {journal.search-too-broad}
 * @throws {journal.too-many-searches}
 * @throws {journal.search-busy}
 */
export async function listEntries(deps: JournalDeps, actor: Actor, query: EntryQuery): Promise<EntryList> {
  const { updated_since } = query;
  if (updated_since !== undefined) return listChangedEntries(deps, actor, { ...query, updated_since });
  const { limit, after } = parsePage(query);
  const filter = {
    scope: query.scope ?? ('all' as const),
    notebookId: query.notebook_id,
    authorId: query.user_id,
    moods: valuesOf(query.mood),
    tags: valuesOf(query.tag),
    from: parseDateOrInstant(query.from),
    to: parseDateOrInstant(query.to),
    search: query.q === undefined ? undefined : limitMinuses(query.q),
    after,
  };
  const { rows, hasMore } =
    filter.search === undefined
      ? await listVisibleEntries(deps.db, actor, filter, limit)
      : await deps.searchQueue(actor.userId, () => searchEntries(deps, actor, filter, limit));
  await auditReads(deps, actor, rows);
  const last = rows.at(-1);
  const next = hasMore && last ? { createdAt: last.created_at, id: last.id } : null;
  return { entries: await viewsOfEntries(deps, actor, rows), next_cursor: writeCursor(next) };
}

/** The SQLSTATE of a statement timeout. */
const QUERY_CANCELED = '57014';

async function searchEntries(deps: JournalDeps, actor: Actor, filter: EntryFilter, limit: number) {
  try {
    return await deps.db.transaction().execute(async (tx) => {
      await limitSearchTime(tx);
      return listVisibleEntries(tx, actor, filter, limit);
    });
  } catch (error) {
    throw sqlStateOf(error) === QUERY_CANCELED ? searchErrors.tooBroad() : error;
  }
}

/** The distinct values of a parameter that can be repeated. */
function valuesOf(parameter: string | string[] | undefined): string[] {
  return [...new Set([parameter ?? []].flat())];
}

function parseDateOrInstant(text: string | undefined): DateOrInstant | undefined {
  if (text === undefined) return undefined;
  return isCalendarDate(text) ? { day: text } : { instant: text };
}
