import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** `finished_at` and `succeeded` are null while the run is under way, and where its node has died. */
export type JobRunRow = { job: string; started_at: Date; finished_at: Date | null; succeeded: boolean | null };

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

/** The last run of each of these jobs, of those that have ever run. */
export async function listLastRuns(db: Db, jobs: readonly string[]): Promise<JobRunRow[]> {
  const { rows } = await sql<JobRunRow>`
    select last.* from unnest(${jobs}::text[]) as asked (name)
    cross join lateral (
      select job, started_at, finished_at, succeeded from job_run
      where job = asked.name order by started_at desc, id desc limit 1
    ) as last`.execute(db);
  return rows;
}

/** Deletes the runs with ids below this one: ids sort by the time they were made, so the primary key finds them. */
export async function deleteJobRunsBelow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('job_run').where('id', '<', id).execute();
}
