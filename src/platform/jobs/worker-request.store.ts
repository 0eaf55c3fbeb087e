import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Where the tables of the scheduler lie. */
export const SCHEDULER_SCHEMA = 'graphile_worker';

/** The number of attempts while the node cannot reach the database. */
const ATTEMPTS = 3;

/** Whether any node has ever run a scheduler on this database. */
export async function existsScheduler(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass(${`${SCHEDULER_SCHEMA}._private_jobs`}) is not null as is_there`.execute(db);
  return rows[0]?.is_there === true;
}

/** Inserts `count` worker requests of this name, in place of those that no node has taken yet. */
export async function insertWorkerRequests(db: Db, name: string, count: number): Promise<void> {
  await sql`
    select ${sql.id(SCHEDULER_SCHEMA, 'add_job')}(${name}::text, job_key => ${name} || ' ' || number, max_attempts => ${ATTEMPTS})
    from generate_series(1, ${count}::int) as number`.execute(db);
}
