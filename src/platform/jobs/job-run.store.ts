import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export async function insertJobRun(db: Db, run: { id: string; job: string; now: Date }): Promise<void> {
  await db.insertInto('job_run').values({ id: run.id, job: run.job, started_at: run.now }).execute();
}

/** `result` is JSON; null where the run failed. */
export async function updateJobRun(db: Db, id: string, end: { result: unknown | null; now: Date }): Promise<void> {
  const result = end.result === null ? null : JSON.stringify(end.result);
  await db
    .updateTable('job_run')
    .set({ finished_at: end.now, succeeded: end.result !== null, result })
    .where('id', '=', id)
    .execute();
}

/** Whether a session holds the advisory lock of this name in this database. A lock's number is kept in two halves. */
export async function existsLock(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = hashtextextended(${name}, 0)
    limit 1`.execute(db);
  return rows.length > 0;
}
