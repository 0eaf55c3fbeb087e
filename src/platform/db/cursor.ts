import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Reads the rows of a query in batches: reading 20,000 rows at once would block the event loop. One at a time in a transaction.
 */
export async function* fetchInBatches<Row>(tx: Tx, query: RawBuilder<Row>, size: number): AsyncGenerator<Row[]> {
  await sql`declare batches no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from batches`.execute(tx);
    yield rows;
    if (rows.length < size) return;
  }
}

/** Ends a `fetchInBatches`, so that the transaction may read another one. */
export async function closeBatches(tx: Tx): Promise<void> {
  await sql`close batches`.execute(tx);
}
