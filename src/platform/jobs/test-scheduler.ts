import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { createLogger } from '../log.ts';
import {
  makeSchedulerTables,
  type ScheduledJob,
  type Scheduler,
  type SchedulerOptions,
  startScheduler,
} from './scheduler.ts';

export const noop = async () => undefined;

/** Sooner than this it comes, however busy the machine is. */
export const eventually = <Found>(look: () => Found) => expect.poll(look, { timeout: 30_000 });

/** A database of its own without the tables of the scheduler, and nodes on it that end with the test. */
export async function prepare() {
  const database = await createTestDatabase(inject('clusterUrl'), 'template0');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const schedulers: Scheduler[] = [];
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  onTestFinished(async () => {
    await Promise.all(schedulers.map(({ stop }) => stop()));
    await client.end();
    await database.drop();
  });
  const query = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;

  return {
    url: database.url,
    lines,
    query,
    start: async (jobs: ScheduledJob[], more: Partial<SchedulerOptions> = {}) => {
      const options = { connectionString: database.url, log, jobs, helps: [], ...more };
      await makeSchedulerTables(options.connectionString, log);
      const scheduler = startScheduler(options);
      schedulers.push(scheduler);
      return scheduler;
    },
    /** Has a job run now, as its schedule would. */
    begin: (job: string) =>
      query(`select from graphile_worker.add_job($1, $2, max_attempts => 6, job_key => $1)`, [
        job,
        JSON.stringify({ _cron: { ts: new Date().toISOString() } }),
      ]),
    /** Has what waits for its next attempt tried at once. */
    hurry: async () => {
      await query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
      await query(`select pg_notify('jobs:insert', '{"count": 1}')`);
    },
    waiting: () => query('select attempts, last_error, locked_by from graphile_worker._private_jobs'),
  };
}

export function jobOf(change: Partial<ScheduledJob> = {}): ScheduledJob {
  // A schedule that is never due while the tests run.
  return { name: 'sow', cron: '0 0 29 2 *', description: 'Sow the seeds', backfillDays: 0, run: noop, ...change };
}

/** A job that waits in the middle, until it is let go. */
export function createSlowJob() {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const seen = { begun: 0, ended: 0 };
  const run = async () => {
    seen.begun += 1;
    await gone;
    seen.ended += 1;
  };
  return { job: jobOf({ run }), seen, letGo };
}

/** Returns a schedule that runs daily at the minute of an instant. */
export const dailyAt = (moment: Date) => `${moment.getUTCMinutes()} ${moment.getUTCHours()} * * *`;
