import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/**
 * Resolves once so many statements on this database wait for a lock. Throws if the request ends first: then nothing was raced.
 */
export async function untilLockWait(db: Db, request: Promise<unknown>, statements = 1): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  request.then(end, end);
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(db);
    if (rows.length >= statements) return;
    if (hasEnded) throw new Error('The request ended without waiting for a lock.');
  }
}
