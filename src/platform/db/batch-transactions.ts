import type { Db, Tx } from './database.ts';

/**
 * Changes rows in order, each batch in a transaction of its own, until a batch is empty. `change` changes the rows that follow `after`,
 * the last row of the batch before, and returns them. Returns how many rows were changed.
 */
export async function changeInBatches<Row>(
  db: Db,
  change: (tx: Tx, after: Row | null) => Promise<readonly Row[]>,
): Promise<number> {
  let changed = 0;
  let after: Row | null = null;
  for (;;) {
    const last: Row | null = after;
    const rows: readonly Row[] = await db.transaction().execute((tx) => change(tx, last));
    if (rows.length === 0) return changed;
    changed += rows.length;
    after = rows.at(-1) ?? null;
  }
}
