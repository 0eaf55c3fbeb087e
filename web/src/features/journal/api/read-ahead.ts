import { unwrap } from '@meadow/client';
import { api } from '../../../app/api.ts';
import { MAX_CACHED } from '../../../app/local/cached-query.rules.ts';
import { cachedQueryOf } from '../../../app/local/persister.ts';
import { entryQuery, timelineQuery } from './queries.ts';

const AGAIN_AFTER_MS = 60 * 60_000;
/** Screens ask for their own first. */
const WAIT_MS = 5_000;

let isPlanned = false;

/**
 * Keeps the last entries with their texts for reading offline, also those that were never opened here, once the page has nothing else to do, at most once
 * an hour. `further` reads what other screens need.
 */
export function readAheadLater(userId: string, further: () => Promise<unknown>): void {
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => void readAhead(userId, further).catch(() => undefined), WAIT_MS);
}

async function readAhead(userId: string, further: () => Promise<unknown>): Promise<void> {
  const { cacheQueries, readCachedQuery } = await import('../../../app/local/cached-query.ts');
  const mark = cachedQueryOf(['read-ahead'], null);
  const last = await readCachedQuery(userId, mark.key);
  if (last !== undefined && Date.now() - last.storedAt < AGAIN_AFTER_MS) return;
  const page = await unwrap(api.GET('/api/journal', { params: { query: { limit: MAX_CACHED } } }));
  const entries = page.entries.map((entry) => cachedQueryOf(entryQuery(entry.id).queryKey, { entry }));
  const timeline = cachedQueryOf(timelineQuery({}).queryKey, { pages: [page], pageParams: [''] });
  await cacheQueries(userId, [...entries, timeline]);
  await further();
  await cacheQueries(userId, [mark]);
}
