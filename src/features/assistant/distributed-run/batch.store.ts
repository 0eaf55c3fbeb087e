import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

export type JobRun = { id: string; job: string };

/** A batch of the users of a run, under a lease. */
export type LeasedBatch = { id: string; lease_id: string; user_ids: string[] };

export async function deleteBatchesOfJob(db: Db, job: string): Promise<void> {
  await db.deleteFrom('assistant_batch').where('job', '=', job).execute();
}

export async function insertBatches(
  db: Db,
  run: JobRun,
  batches: readonly { id: string; userIds: readonly string[] }[],
): Promise<void> {
  // Arrays of different lengths are no array of PostgreSQL.
  await sql`
    insert into assistant_batch (id, job, run_id, user_ids)
    select id, ${run.job}, ${run.id}::uuid, user_ids
    from jsonb_to_recordset(${JSON.stringify(batches.map(({ id, userIds }) => ({ id, user_ids: userIds })))}::jsonb)
      as given (id uuid, user_ids uuid[])`.execute(db);
}

/** Leases the next free batch of a job; undefined if there is none. */
export async function leaseBatch(
  db: Db,
  lease: { id: string; job: string; now: Date; expiresAt: Date },
): Promise<LeasedBatch | undefined> {
  const { rows } = await sql<LeasedBatch>`
    update assistant_batch set lease_id = ${lease.id}::uuid, lease_expires_at = ${lease.expiresAt}::timestamptz
    where id = (
      select id from assistant_batch
      where job = ${lease.job} and not is_done and (lease_expires_at is null or lease_expires_at <= ${lease.now}::timestamptz)
      order by id limit 1
      for update skip locked
    )
    returning id, lease_id, user_ids`.execute(db);
  return rows[0];
}

/** Stores the result and the remaining users of a batch and ends its lease. Does nothing if another node has leased it. */
export async function updateBatch(
  db: Db,
  { id, lease_id }: LeasedBatch,
  { result, remaining }: { result: object; remaining: readonly string[] },
): Promise<void> {
  const userIds = remaining.length > 0 ? sql`${[...remaining]}::uuid[]` : sql`user_ids`;
  await sql`
    update assistant_batch
    set results = results || ${JSON.stringify([result])}::jsonb, user_ids = ${userIds}, is_done = ${remaining.length === 0},
      lease_id = null, lease_expires_at = null
    where id = ${id} and lease_id = ${lease_id}`.execute(db);
}

/** Marks the batches of a run that are not leased as done, so that no node starts them. */
export async function closeBatches(db: Db, run: JobRun, now: Date): Promise<void> {
  await sql`
    update assistant_batch set is_done = true, lease_id = null, lease_expires_at = null
    where job = ${run.job} and run_id = ${run.id} and not is_done
      and (lease_expires_at is null or lease_expires_at <= ${now}::timestamptz)`.execute(db);
}

export async function existsOpenBatch(db: Db, run: JobRun): Promise<boolean> {
  const { rows } = await sql`
    select from assistant_batch where job = ${run.job} and run_id = ${run.id} and not is_done limit 1`.execute(db);
  return rows.length > 0;
}

/** All results of a run. A batch has one result for each lease. */
export async function listBatchResults<Result>(db: Db, run: JobRun): Promise<Result[]> {
  const { rows } = await sql<{ result: Result }>`
    select result from assistant_batch cross join jsonb_array_elements(results) as result
    where run_id = ${run.id} order by id`.execute(db);
  return rows.map(({ result }) => result);
}
