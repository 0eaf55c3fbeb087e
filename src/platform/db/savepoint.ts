import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Does a part of a transaction that may fail without the rest of it: what `work` has written is undone, and its error thrown
 * on. Nothing else may use the transaction meanwhile. If the transaction itself is lost, its end fails.
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
