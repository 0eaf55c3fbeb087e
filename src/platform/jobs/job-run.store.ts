import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** `finished_at` and `succeeded` are null while the run is active, and if its node died. */
export type JobRunRow = {
  started_at: Date;
  finished_at: Date | null;
  succeeded: boolean | null;
  /** The message of the result; null if the run did not finish. */
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

/** The advisory locks of this database. PostgreSQL shows the number of a lock in two halves. */
const ADVISORY_LOCKS = sql`
  select (classid::bigint << 32) | objid::bigint as key from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())`;

/** Whether any session has the advisory lock of this name. */
export async function existsLock(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from (${ADVISORY_LOCKS}) as locks where key = hashtextextended(${name}, 0) limit 1`.execute(db);
  return rows.length > 0;
}

/** The name of a job and of its lock. */
type JobNames = { job: string; lock: string };

/** `last` is null for a job that never ran. */
export type JobRunStatus = { job: string; is_running: boolean; last: JobRunRow | null };

/** The last run of each job and whether one is active, in no order. */
export async function listRunStatuses(db: Db, jobs: readonly JobNames[]): Promise<JobRunStatus[]> {
  const names = jobs.map(({ job }) => job);
  const locks = jobs.map(({ lock }) => lock);
  // One statement: a run that ends between two would look aborted.
  const { rows } = await sql<Omit<JobRunStatus, 'last'> & Omit<JobRunRow, 'started_at'> & { started_at: Date | null }>`
    with locks as materialized (${ADVISORY_LOCKS})
    select requested.job, exists (select from locks where key = hashtextextended(requested.lock, 0)) as is_running,
      started_at, finished_at, succeeded, message
    from unnest(${names}::text[], ${locks}::text[]) as requested (job, lock)
    left join lateral (
      select started_at, finished_at, succeeded, result ->> 'message' as message from job_run
      where job_run.job = requested.job order by started_at desc, id desc limit 1
    ) as last on true`.execute(db);
  return rows.map(({ job, is_running, started_at, finished_at, succeeded, message }) => ({
    job,
    is_running,
    last: started_at === null ? null : { started_at, finished_at, succeeded, message },
  }));
}

/** When each job that ever succeeded last did, in no order. */
export async function listLastSuccesses(
  db: Db,
  jobs: readonly string[],
): Promise<{ job: string; finished_at: Date }[]> {
  const { rows } = await sql<{ job: string; finished_at: Date }>`
    select requested.job, finished_at from unnest(${jobs}::text[]) as requested (job)
    cross join lateral (
      select finished_at from job_run where job_run.job = requested.job and succeeded
      order by started_at desc, id desc limit 1
    ) as last`.execute(db);
  return rows;
}
