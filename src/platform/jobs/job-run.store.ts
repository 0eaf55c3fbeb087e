import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** `finished_at` and `succeeded` are null while the run is under way, and where its node has died. */
export type JobRunRow = {
  started_at: Date;
  finished_at: Date | null;
  succeeded: boolean | null;
  /** What it said at its end; null where it did not get there. */
  message: string | null;
};

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

/** The advisory locks that sessions hold in this database. A lock's number is kept in two halves. */
const HELD_LOCKS = sql`
  select (classid::bigint << 32) | objid::bigint as key from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())`;

/** Whether a session holds the advisory lock of this name in this database. */
export async function existsLock(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from (${HELD_LOCKS}) as held where key = hashtextextended(${name}, 0) limit 1`.execute(db);
  return rows.length > 0;
}

/** How a job is known, and what its lock is called. */
type JobNames = { job: string; lock: string };

/** `last` is null where the job has never run. */
export type JobRunStatus = { job: string; is_running: boolean; last: JobRunRow | null };

/** How the runs of each of these jobs stand, in no order. */
export async function listRunStatuses(db: Db, jobs: readonly JobNames[]): Promise<JobRunStatus[]> {
  const names = jobs.map(({ job }) => job);
  const locks = jobs.map(({ lock }) => lock);
  // One statement: a run that ends between two would look broken off.
  const { rows } = await sql<Omit<JobRunStatus, 'last'> & Omit<JobRunRow, 'started_at'> & { started_at: Date | null }>`
    with held as materialized (${HELD_LOCKS})
    select asked.job, exists (select from held where key = hashtextextended(asked.lock, 0)) as is_running,
      started_at, finished_at, succeeded, message
    from unnest(${names}::text[], ${locks}::text[]) as asked (job, lock)
    left join lateral (
      select started_at, finished_at, succeeded, result ->> 'message' as message from job_run
      where job_run.job = asked.job order by started_at desc, id desc limit 1
    ) as last on true`.execute(db);
  return rows.map(({ job, is_running, started_at, finished_at, succeeded, message }) => ({
    job,
    is_running,
    last: started_at === null ? null : { started_at, finished_at, succeeded, message },
  }));
}

/** Deletes the runs with ids below this one: ids sort by the time they were made, so the primary key finds them. */
export async function deleteJobRunsBelow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('job_run').where('id', '<', id).execute();
}
