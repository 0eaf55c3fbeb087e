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
