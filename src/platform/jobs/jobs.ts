import pg from 'pg';
import type { Clock } from '../clock.ts';
import { connectionOptions, endConnection, QUERY_TIMEOUT_MS } from '../db/connection/pool.ts';
import { rethrowWithSqlState } from '../db/connection/prepared-statements.ts';
import type { Db } from '../db/database.ts';
import { codeOf } from '../errors.ts';
import { type Ids, smallestIdAt } from '../ids.ts';
import type { Logger } from '../log.ts';
import { deleteJobRunsBelow, existsLock, insertJobRun, updateJobRun } from './job-run.store.ts';
import { existsScheduler, insertWorkerRequests } from './worker-request.store.ts';

/** Runs the work of scheduled jobs, one run of a job at a time over all nodes. */
export type Jobs = {
  /**
   * Does the work and returns its result, or returns null at once where a run of the same job is under way on any node. The
   * run is written down with its result, which must hold nothing private, and is kept for 90 days. What `work` throws is
   * thrown on.
   */
  runExclusive<Result extends object>(job: string, work: () => Promise<Result>): Promise<Result | null>;
  /**
   * Has as many nodes at most take part in a run of the job: those that keep the schedule, each of them once at a time. Does
   * nothing where no node keeps it.
   */
  requestWorkers(job: string, most: number): Promise<void>;
  /** Whether a run of the job is under way on any node. */
  isRunning(job: string): Promise<boolean>;
};

export type JobsOptions = { connectionString: string; db: Db; clock: Clock; ids: Ids; log: Logger };

/** What a job answers whose run has met another one. */
export const ALREADY_RUNNING = 'Another run is under way, so this one did nothing.';

const CONNECT_TIMEOUT_MS = 2_000;
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * The lock is one of a database session: it ends with its node, however that ends, so that the next call goes on. Jobs are
 * safe to repeat all the same, since a node can lose its session while it works on.
 */
export function createJobs({ connectionString, db, clock, ids, log }: JobsOptions): Jobs {
  async function runRecorded<Result extends object>(job: string, work: () => Promise<Result>): Promise<Result> {
    const id = ids.next();
    await deleteJobRunsBelow(db, smallestIdAt(new Date(clock.now().getTime() - RETENTION_MS)));
    await insertJobRun(db, { id, job, now: clock.now() });
    const startedAt = performance.now();
    let result: Result | null = null;
    try {
      result = await work();
      return result;
    } finally {
      await updateJobRun(db, id, { result, now: clock.now() });
      const facts = { job, run_id: id, succeeded: result !== null, ms: Math.round(performance.now() - startedAt) };
      log.info(facts, 'a job has run');
    }
  }

  return {
    async runExclusive(job, work) {
      // A session of its own: one of the pool's would be missing there for as long as the job takes.
      const session = new pg.Client({
        ...connectionOptions(connectionString, `lock of ${job}`),
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: QUERY_TIMEOUT_MS,
      });
      session.on('error', (error) => log.warn({ job, code: codeOf(error) }, 'a lock was lost'));
      await session.connect().catch(rethrowWithSqlState);
      try {
        const { rows } = await session.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
          lockName(job),
        ]);
        return rows[0]?.held === true ? await runRecorded(job, work) : null;
      } finally {
        // The lock goes with the session.
        await endConnection(session);
      }
    },
    async requestWorkers(job, most) {
      if (most > 0 && (await existsScheduler(db))) await insertWorkerRequests(db, workerTaskName(job), most);
    },
    isRunning: (job) => existsLock(db, lockName(job)),
  };
}

/** What the calls for help of a job are called. */
export const workerTaskName = (job: string) => `help ${job}`;

/** What the lock of a job is called. */
export const lockName = (job: string) => `job ${job}`;
