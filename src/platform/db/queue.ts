import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { onlyRow } from './only-row.ts';

/** What waits in a queue: how much, at most `MAX_COUNTED`, and since when the first of it is due; null if nothing waits. */
export type QueueState = { waiting: number; dueSince: Date | null };

/** Limits the cost of reading a large queue. */
export const MAX_COUNTED = 10_000;

/** Reads a queue. `dueTimes` selects the instants at which its rows are due, the first ones first if an index has this order. */
export async function findQueueState(db: Db, dueTimes: RawBuilder<unknown>): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*) as waiting, min(due_at) as "dueSince"
    from (${dueTimes} limit ${MAX_COUNTED}) as queue (due_at)`.execute(db);
  return onlyRow(rows);
}
