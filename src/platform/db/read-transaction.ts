import type { Db, ReadDb } from './database.ts';

/** Runs reads in one read-only transaction, for what `set local` limits. */
export async function inReadTransaction<Result>(db: ReadDb, work: (db: ReadDb) => Promise<Result>): Promise<Result> {
  // A `ReadDb` has no transactions, since those of Kysely write.
  return (db as Db).transaction().setAccessMode('read only').execute(work);
}
