import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * The rows of a query, so many at a time: reading twenty thousand at once would hold up everybody else. One such reading in a
 * transaction.
 */
export async function* fetchInBatches<Row>(tx: Tx, query: RawBuilder<Row>, size: number): AsyncGenerator<Row[]> {
  await sql`declare portions no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from portions`.execute(tx);
    yield rows;
    if (rows.length < size) return;
  }
}
