import type { Clock } from '../clock.ts';
import { createClient, QUERY_TIMEOUT_MS } from '../db/connection/client.ts';
import { endConnection } from '../db/connection/end-connection.ts';
import { rethrowWithSqlState } from '../db/connection/prepared-statements.ts';
import type { Db } from '../db/database.ts';
import { codeOf } from '../errors.ts';
import type { Ids } from '../ids.ts';
import type { Logger } from '../log.ts';
import { existsLock, insertJobRun, updateJobRun } from './job-run.store.ts';
import { existsScheduler, insertWorkerRequests } from './worker-request.store.ts';

/** Runs scheduled jobs, at most one run of a job at a time on all nodes. */
export type Jobs = {
  /**
   * Does the work and returns its result, or returns null if another run of the job is active on any node.
   * The result is recorded and must contain no private data. Rethrows the error of `work`.
   */
  runExclusive<Result extends object>(job: string, work: () => Promise<Result>): Promise<Result | null>;
  /** Requests at most `max` nodes that run a scheduler to take part in a run. Does nothing without such nodes. */
  requestWorkers(job: string, max: number): Promise<void>;
  /** Whether a run of the job is active on any node. */
  isRunning(job: string): Promise<boolean>;
};

/** Runs the work of a job, and observes it. */
export type RunWatch = <Result>(job: string, work: () => Promise<Result>) => Promise<Result>;

export type JobsOptions = {
  connectionString: string;
  connectTimeoutMs?: number;
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  watch?: RunWatch;
};

/** The message of a run that met another one. */
export const ALREADY_RUNNING = 'Another run is under way, so this one did nothing.';

const CONNECT_TIMEOUT_MS = 2_000;

/**
 * The lock belongs to a database session and ends with its node. A node can lose its session while it works, so jobs must be
 * safe to repeat.
 */
export function createJobs({
  connectionString,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  db,
  clock,
  ids,
  log,
  watch,
}: JobsOptions): Jobs {
  async function runRecorded<Result extends object>(job: string, work: () => Promise<Result>): Promise<Result> {
    const id = ids.next();
    await insertJobRun(db, { id, job, now: clock.now() });
    const startedAt = performance.now();
    let result: Result | null = null;
    try {
      result = await work();
      return result;
    } finally {
      await updateJobRun(db, id, { result, now: clock.now() });
      const facts = { job, run_id: id, succeeded: result !== null, ms: Math.round(performance.now() - startedAt) };
      log.info({ event: 'job.ended', ...facts }, 'job ended');
    }
  }

  return {
    async runExclusive(job, work) {
      // A session of its own: the pool would lack one for as long as the job runs.
      const session = createClient(connectionString, {
        purpose: `lock of ${job}`,
        connectTimeoutMs,
        queryTimeoutMs: QUERY_TIMEOUT_MS,
      });
      session.on('error', (error) => log.warn({ event: 'job.lock-lost', job, code: codeOf(error) }, 'job lock lost'));
      await session.connect().catch(rethrowWithSqlState);
      try {
        const { rows } = await session.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as locked', [
          lockName(job),
        ]);
        if (rows[0]?.locked !== true) return null;
        const run = () => runRecorded(job, work);
        return watch === undefined ? await run() : await watch(job, run);
      } finally {
        // The lock ends with the session.
        await endConnection(session);
      }
    },
    async requestWorkers(job, max) {
      if (max > 0 && (await existsScheduler(db))) await insertWorkerRequests(db, workerTaskName(job), max);
    },
    isRunning: (job) => existsLock(db, lockName(job)),
  };
}

/** The name of a job's worker requests. */
export const workerTaskName = (job: string) => `help ${job}`;

/** The name of a job's lock. */
export const lockName = (job: string) => `job ${job}`;
