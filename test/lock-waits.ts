import { sql } from 'kysely';
import type { Db } from '../src/platform/db/database.ts';

/** Resolves once a statement on this database waits for the lock of another one, or the request has ended without. */
export async function untilLockWait(db: Db, request: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  request.then(end, end);
  while (!hasEnded) {
    const { rows } = await sql`
      select 1 from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(db);
    if (rows.length > 0) return;
  }
}
