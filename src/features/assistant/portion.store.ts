import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type RunOfJob = { id: string; job: string };

/** Some of the people of a run, and under which lease they are worked on. */
export type LeasedBatch = { id: string; lease_id: string; user_ids: string[] };

/** Deletes whatever is left of the runs of a job. */
export async function deleteBatchesOfJob(db: Db, job: string): Promise<void> {
  await db.deleteFrom('assistant_batch').where('job', '=', job).execute();
}

export async function insertBatch(
  db: Db,
  run: RunOfJob,
  { id, userIds }: { id: string; userIds: readonly string[] },
): Promise<void> {
  await db
    .insertInto('assistant_batch')
    .values({ id, job: run.job, run_id: run.id, user_ids: [...userIds] })
    .execute();
}

/** The next portion of a job that nobody works on, which the caller works on from now on; undefined where there is none. */
export async function leaseBatch(
  db: Db,
  lease: { id: string; job: string; now: Date; until: Date },
): Promise<LeasedBatch | undefined> {
  const { rows } = await sql<LeasedBatch>`
    update assistant_batch set lease_id = ${lease.id}::uuid, lease_expires_at = ${lease.until}::timestamptz
    where id = (
      select id from assistant_batch
      where job = ${lease.job} and not is_done and (lease_expires_at is null or lease_expires_at <= ${lease.now}::timestamptz)
      order by id limit 1
      for update skip locked
    )
    returning id, lease_id, user_ids`.execute(db);
  return rows[0];
}

/** Gives a portion back with how it went and who is left of it; nothing happens where the lease has gone over to somebody else. */
export async function updateBatch(
  db: Db,
  { id, lease_id }: LeasedBatch,
  { tally, left }: { tally: object; left: readonly string[] },
): Promise<void> {
  const rest = left.length > 0 ? sql`${[...left]}::uuid[]` : sql`user_ids`;
  await sql`
    update assistant_batch
    set results = results || ${JSON.stringify([tally])}::jsonb, user_ids = ${rest}, is_done = ${left.length === 0},
      lease_id = null, lease_expires_at = null
    where id = ${id} and lease_id = ${lease_id}`.execute(db);
}

/** Has nobody begin any more of the portions of a run. */
export async function closeBatches(db: Db, run: RunOfJob, now: Date): Promise<void> {
  await sql`
    update assistant_batch set is_done = true, lease_id = null, lease_expires_at = null
    where job = ${run.job} and run_id = ${run.id} and not is_done
      and (lease_expires_at is null or lease_expires_at <= ${now}::timestamptz)`.execute(db);
}

/** Whether there is a portion of a run that is not done. */
export async function existsOpenBatch(db: Db, run: RunOfJob): Promise<boolean> {
  const { rows } = await sql`
    select from assistant_batch where job = ${run.job} and run_id = ${run.id} and not is_done limit 1`.execute(db);
  return rows.length > 0;
}

/** How it went, of each time that somebody worked on a portion of a run. */
export async function listSenderStatsRows<SenderStats>(db: Db, run: RunOfJob): Promise<SenderStats[]> {
  const { rows } = await sql<{ tally: SenderStats }>`
    select tally from assistant_batch cross join jsonb_array_elements(results) as tally
    where run_id = ${run.id} order by id`.execute(db);
  return rows.map(({ tally }) => tally);
}
