import type { Db, Tx } from '../../platform/db/database.ts';
import { listSpansWithEntry, type TimeSpan } from './writing.store.ts';

/** Of these spans, the ids of those within which their person has made an entry that is still there, all in one query. */
export async function findSpansWithEntry(db: Db | Tx, spans: readonly TimeSpan[]): Promise<ReadonlySet<string>> {
  return new Set(await listSpansWithEntry(db, spans));
}
