import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Does a part of a transaction that may fail without the rest of it: what `work` has written is undone, and its error thrown
 * on. Nothing else may use the transaction meanwhile. Where the transaction itself is lost, whoever ends it hears of that.
 */
export async function inSavepoint<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}
