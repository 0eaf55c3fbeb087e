import type { Db, Tx } from '../../platform/db/database.ts';
import { listSpansWithRecord, type TimeSpan } from './writing.store.ts';

/**
 * Of these spans, the ids of those within which their person has made a satisfaction entry, an action note or a sleep entry
 * that is still there, all in one query.
 */
export async function findSpansWithRecord(db: Db | Tx, spans: readonly TimeSpan[]): Promise<ReadonlySet<string>> {
  return new Set(await listSpansWithRecord(db, spans));
}
