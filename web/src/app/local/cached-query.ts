import Dexie, { type Table } from 'dexie';
import { type CachedQuery, cachedData, surplus, withOlder } from './cached-query.rules.ts';

/** What the server returned to one user: a cache that can be lost. It is apart from drafts and the outbox, which cannot be lost. */
class CachedQueryDatabase extends Dexie {
  /** Devices have the table and the database under these names. */
  declare answers: Table<CachedQuery, string>;

  constructor(userId: string) {
    // The prefix of all databases of Meadow: a sign-out deletes by it.
    super(`meadow-answers-${userId}`);
    this.version(1).stores({ answers: 'key, root, storedAt' });
  }
}

/** Writes between two looks for surplus queries. */
const PRUNE_EVERY = 20;

let open: { userId: string; database: CachedQueryDatabase; writes: number } | null = null;

export async function readCachedQuery(userId: string, key: string): Promise<CachedQuery | undefined> {
  return openFor(userId).database.answers.get(key);
}

export async function cacheQuery(userId: string, query: Omit<CachedQuery, 'storedAt'>): Promise<void> {
  const opened = openFor(userId);
  const { answers } = opened.database;
  const former = await answers.get(query.key);
  const data = cachedData(withOlder(query.data, former?.data));
  await answers.put({ ...query, data, storedAt: Date.now() });
  if (opened.writes % PRUNE_EVERY === 0) await answers.bulkDelete(surplus(await answers.toArray()));
  opened.writes += 1;
}

/** Caches many queries at once. */
export async function cacheQueries(userId: string, given: readonly Omit<CachedQuery, 'storedAt'>[]): Promise<void> {
  const storedAt = Date.now();
  await openFor(userId).database.answers.bulkPut(given.map((query) => ({ ...query, storedAt })));
}

export async function deleteCachedQuery(userId: string, key: string): Promise<void> {
  await openFor(userId).database.answers.delete(key);
}

export function closeCachedQueries(): void {
  open?.database.close();
  open = null;
}

function openFor(userId: string) {
  if (open?.userId !== userId) {
    closeCachedQueries();
    open = { userId, database: new CachedQueryDatabase(userId), writes: 0 };
  }
  return open;
}
