import { MeadowError } from '@meadow/client';
import {
  hashKey,
  type Query,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import { connectionState } from '../connection/connection.ts';
import { type CachedQuery, isCacheable } from './cached-query.rules.ts';
import { knownUser, whenUserKnown } from './known-user.ts';
import { noteCachedShown, noteFresh } from './shown-cached.ts';

/** Loaded when it is needed: the database is no part of the first load. */
const loadCachedQueries = () => import('./cached-query.ts');

/** A response that takes longer is awaited behind the cached data. */
const SHOW_CACHED_AFTER_MS = 1_500;
const MAX_WAIT_MS = 60_000;
/** After the screen is drawn. */
const CACHE_AFTER_MS = 200;

/**
 * Fetches the data of a query, and caches it for reading offline. Without a response in time, or at all, or after a failure of the server, it
 * returns the cached data as stale: the next look fetches again.
 */
export async function fetchAndCache(
  queryFn: QueryFunction<unknown>,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  const userId = knownUser();
  if (!isCacheable(query.queryKey)) return queryFn(context);
  const fetched = Promise.resolve(queryFn(context)).then((data) => {
    noteFresh(query.queryHash);
    // Storage may be denied or full: then nothing is cached.
    void cacheLater(query, data).catch(() => undefined);
    return data;
  });
  if (userId === null || query.state.data !== undefined) return fetched;

  const first = await Promise.race([settled(fetched), afterMs(waitOf(query.queryKey))]);
  if (first?.kind === 'data') return first.data;
  const hasFailed = first?.kind === 'error' && first.error instanceof MeadowError && first.error.status >= 500;
  if (first?.kind === 'error' && first.error instanceof MeadowError && !hasFailed) {
    if (first.error.status === 403 || first.error.status === 404) void forget(userId, query).catch(() => undefined);
    throw first.error;
  }
  const cached = await loadCachedQueries()
    .then(({ readCachedQuery }) => readCachedQuery(userId, query.queryHash))
    // A browser that denies storage, as in some private windows.
    .catch(() => undefined);
  if (cached === undefined) return fetched;
  if (hasFailed) noteCachedShown(query.queryHash, cached.storedAt);
  void fetched.then(
    (data) => context.client.setQueryData(query.queryKey, data),
    () => undefined,
  );
  setTimeout(() => context.client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' }));
  return cached.data;
}

function waitOf([root]: QueryKey): number {
  if (!connectionState().isOnline) return 0;
  // Another user may have signed in: only the server knows, however slow.
  return root === 'me' ? MAX_WAIT_MS : SHOW_CACHED_AFTER_MS;
}

/** Of the user known by then, unless another signed in meanwhile. What came before a sign-in, as the configuration, is cached with it. */
async function cacheLater(query: Query, data: unknown): Promise<void> {
  const fetcher = knownUser();
  await afterMs(CACHE_AFTER_MS);
  await whenUserKnown();
  const userId = knownUser();
  if (userId === null || (fetcher !== null && fetcher !== userId)) return;
  const { cacheQuery } = await loadCachedQueries();
  await cacheQuery(userId, cachedQueryOf(query.queryKey, data));
}

/** What is cached for a query key: the same for a response to it, and for what was read ahead. */
export function cachedQueryOf(queryKey: QueryKey, data: unknown): Omit<CachedQuery, 'storedAt'> {
  return { key: hashKey(queryKey), root: hashKey(queryKey.slice(0, 2)), data };
}

async function forget(userId: string, query: Query): Promise<void> {
  const { deleteCachedQuery } = await loadCachedQueries();
  await deleteCachedQuery(userId, query.queryHash);
}

type Settled = { kind: 'data'; data: unknown } | { kind: 'error'; error: unknown };

function settled(fetched: Promise<unknown>): Promise<Settled> {
  return fetched.then(
    (data) => ({ kind: 'data', data }),
    (error: unknown) => ({ kind: 'error', error }),
  );
}

function afterMs(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}
