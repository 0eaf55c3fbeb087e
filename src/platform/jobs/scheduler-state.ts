import type pg from 'pg';
import { SCHEDULER_SCHEMA } from './worker-request.store.ts';

/**
 * The state of the scheduler for a backup: the last execution of each schedule, from which missed runs are made up, and the
 * runs that have not ended, without the nodes that work on them.
 */
export type SchedulerState = {
  schedules: { name: string; known_since: string; last_execution: string | null }[];
  runs: { name: string; payload: unknown; run_at: string; max_attempts: number; key: string }[];
};

/** Null if no scheduler has run on this database. */
export async function readSchedulerState(client: pg.ClientBase): Promise<SchedulerState | null> {
  const { rows: tables } = await client.query(
    `select where to_regclass('${SCHEDULER_SCHEMA}._private_known_crontabs') is not null`,
  );
  if (tables.length === 0) return null;
  const { rows: schedules } = await client.query(
    `select identifier as name, known_since::text, last_execution::text
     from ${SCHEDULER_SCHEMA}._private_known_crontabs order by identifier`,
  );
  // Worker requests belong to runs whose nodes no longer exist.
  const { rows: runs } = await client.query(
    `select tasks.identifier as name, payload, run_at::text, max_attempts::int, key
     from ${SCHEDULER_SCHEMA}._private_jobs join ${SCHEDULER_SCHEMA}._private_tasks as tasks on tasks.id = task_id
     where payload::jsonb ? '_cron' and key is not null order by key`,
  );
  return { schedules, runs };
}

/** Restores the state, in place of what is stored about these schedules. */
export async function writeSchedulerState(client: pg.ClientBase, { schedules, runs }: SchedulerState): Promise<void> {
  for (const { name, known_since, last_execution } of schedules) {
    await client.query(
      `insert into ${SCHEDULER_SCHEMA}._private_known_crontabs (identifier, known_since, last_execution)
       values ($1, $2::timestamptz, $3::timestamptz)
       on conflict (identifier) do update set known_since = excluded.known_since, last_execution = excluded.last_execution`,
      [name, known_since, last_execution],
    );
  }
  for (const { name, payload, run_at, max_attempts, key } of runs) {
    await client.query(
      `select ${SCHEDULER_SCHEMA}.add_job($1, $2::json, run_at => $3::timestamptz, max_attempts => $4::int, job_key => $5)`,
      [name, JSON.stringify(payload), run_at, max_attempts, key],
    );
  }
}
