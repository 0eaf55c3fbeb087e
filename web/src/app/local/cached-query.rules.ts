import type { QueryKey } from '@tanstack/react-query';

/** The first parts of the query keys whose data is cached on this device: what can be read offline. */
const CACHED_ROOTS: ReadonlySet<unknown> = new Set([
  'me',
  'config',
  'today',
  'journal',
  'chat',
  'notebooks',
  'goals',
  'wellbeing',
  'assistant',
  'music',
  'battle',
  'battles',
]);

/** Queries cached of each root, such as entries, or lists of them. */
export const MAX_CACHED = 200;

/** Pages cached of a list: 200 entries in pages of 30. */
const MAX_PAGES = 7;

export type CachedQuery = {
  /** The query key as text. */
  key: string;
  /** The first two parts of the key as text: its kind. */
  root: string;
  data: unknown;
  storedAt: number;
};

export function isCacheable(queryKey: QueryKey): boolean {
  return CACHED_ROOTS.has(queryKey[0]);
}

/** The data to cache: of a list the first pages. */
export function cachedData(data: unknown): unknown {
  if (!isPaged(data) || data.pages.length <= MAX_PAGES) return data;
  return { pages: data.pages.slice(0, MAX_PAGES), pageParams: data.pageParams.slice(0, MAX_PAGES) };
}

/** A list of entries with the older ones that are cached: a start asks for the first page only. */
export function withOlder(fresh: unknown, cached: unknown): unknown {
  if (!isListOfEntries(fresh) || !isListOfEntries(cached)) return fresh;
  const last = fresh.pages.at(-1);
  if (last === undefined || last.next_cursor === null) return fresh;
  const known = cached.pages.flatMap(({ entries }) => entries);
  const index = known.findIndex(({ id }) => id === last.entries.at(-1)?.id);
  const older = index === -1 ? [] : known.slice(index + 1, MAX_CACHED);
  if (older.length === 0) return fresh;
  const next_cursor = cached.pages.at(-1)?.next_cursor ?? null;
  return {
    pages: [...fresh.pages, { entries: older, next_cursor }],
    pageParams: [...fresh.pageParams, last.next_cursor],
  };
}

/** The keys of the queries to delete, so that each root keeps its newest. */
export function surplus(
  queries: readonly Pick<CachedQuery, 'key' | 'root' | 'storedAt'>[],
  max = MAX_CACHED,
): string[] {
  const counts = new Map<string, number>();
  return [...queries]
    .sort((one, other) => other.storedAt - one.storedAt)
    .filter(({ root }) => {
      const count = (counts.get(root) ?? 0) + 1;
      counts.set(root, count);
      return count > max;
    })
    .map(({ key }) => key);
}

type ListOfEntries = {
  pages: { entries: { id: string }[]; next_cursor: string | null }[];
  pageParams: unknown[];
};

function isListOfEntries(data: unknown): data is ListOfEntries {
  return isPaged(data) && data.pages.every((page) => typeof page === 'object' && page !== null && 'entries' in page);
}

function isPaged(data: unknown): data is { pages: unknown[]; pageParams: unknown[] } {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);
}
