import { type RawBuilder, sql } from 'kysely';
import { closeBatches, fetchInBatches } from './cursor.ts';
import type { Db, Tx } from './database.ts';

/** What always holds in the database, and which `meadow check` verifies. */
export type Invariant<Deps = unknown> = {
  /** A stable name, such as `wallet.balances`. */
  name: string;
  /** What holds, in one sentence. */
  holds: string;
  /** What an operator does about a violation. */
  advice: string;
  /** The violations, each with the ids that name it and without private text. At most `limit`. */
  find(deps: Deps & { db: Tx }, limit: number): Promise<string[]>;
};

/** Finds violations by a query whose one column `violation` names each. */
export function violationsOf(query: RawBuilder<{ violation: string }>): Invariant['find'] {
  return async ({ db }, limit) => {
    const { rows } = await sql<{ violation: string }>`select violation from (${query}) as found limit ${limit}`.execute(
      db,
    );
    return rows.map(({ violation }) => violation);
  };
}

/** Whether a row is one of the newest thousand or of a tenth of all: for a check that would take longer than all others. */
export function isSampled(table: string): RawBuilder<boolean> {
  return sql`(
    hashtextextended(id::text, 0) % 10 = 0
    or id in (select id from ${sql.table(table)} order by created_at desc, id desc limit 1000))`;
}

const ROWS_PER_BATCH = 1_000;

/** Finds violations among all rows of a query, which is read in batches: those for which `judge` returns a text. */
export async function judgeRows<Row>(
  db: Tx,
  query: RawBuilder<Row>,
  judge: (row: Row) => string | null | Promise<string | null>,
  limit: number,
): Promise<string[]> {
  const violations: string[] = [];
  for await (const rows of fetchInBatches(db, query, ROWS_PER_BATCH)) {
    for (const row of rows) {
      const violation = await judge(row);
      if (violation !== null && violations.length < limit) violations.push(violation);
    }
  }
  await closeBatches(db);
  return violations;
}

/**
 * Calls `work` in one read-only transaction without time limits, whose statements all see the same snapshot. It locks no row, so `work` may
 * read files as well.
 */
export async function withReadSnapshot<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    return work(tx);
  });
}
