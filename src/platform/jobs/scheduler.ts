import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Logger as LibraryLogger,
  parseCronItems,
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  type Task,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import { startLoop } from '../concurrency/loop.ts';
import { type ClientOptions, NO_TIMEOUTS, QUERY_TIMEOUT_MS, withClient } from '../db/connection/client.ts';
import { openPool } from '../db/connection/pool.ts';
import { codeOf } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Job, Worker } from './job.ts';
import { workerTaskName } from './jobs.ts';
import { SCHEDULER_SCHEMA } from './worker-request.store.ts';

export type ScheduledJob = Omit<Job<never>, 'run'> & { run(scheduledAt: Date): Promise<unknown> };
export type ScheduledWorker = Omit<Worker<never>, 'run'> & { run(): Promise<void> };

export type Scheduler = {
  /**
   * Begins no more work, and resolves when what is under way has ended, within the limit. What takes longer, another node
   * begins again once this process has ended.
   */
  stop(): Promise<void>;
};

export type SchedulerOptions = {
  connectionString: string;
  jobs: readonly ScheduledJob[];
  /** What this node does for runs of other nodes, one at a time: jobs come on time beside it. */
  helps: readonly ScheduledWorker[];
  log: Logger;
  limits?: Partial<SchedulerLimits>;
};

/** The timeouts of the scheduler, in milliseconds. */
export type SchedulerLimits = {
  /** How long work under way may take to end. */
  stop: number;
  /** How often work is looked for whose node has died. */
  sweep: number;
  /** How long a node that has begun work may take to show that it lives: see `standBeside`. */
  grace: number;
  /** Pause before a restart, for example after minutes without a writable database. */
  rest: number;
};

const LIMITS: SchedulerLimits = { stop: 8_000, sweep: 60_000, grace: 60_000, rest: 10_000 };

/** What makes tables may take long, and waits for other nodes. */
const NO_LIMIT = 0;
const TABLES_LOCK = 'tables of the scheduler';
/** No request waits for it, and a starting node is busy. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Longer than the process lives on after its scheduler has been stopped: see `standBeside`. */
const IDLE_MS = 60_000;
/** The interval of checks of the connection that receives notifications of work. */
const CHECK_MS = 10_000;
const JOB_CONCURRENCY = 4;
/** Jobs, and one help beside them. */
export const MAX_CONCURRENT_JOBS = JOB_CONCURRENCY + 1;
const CONNECTIONS = 4;
/** The maximum of connections: those of two runners during a restart, and one for a sweep. */
export const MAX_SCHEDULER_CONNECTIONS = 2 * CONNECTIONS + 1;
/** The interval of polls for repeated work. New work is announced by a notification. */
const POLL_INTERVAL_MS = 10_000;
/** With pauses that grow, over four minutes in all. */
const ATTEMPTS = 6;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Makes the tables of the scheduler, or brings them up to date. One node does it while others wait: the library alone would have
 * them try, fail, and try again later. Throws where the role may not create schemas, and they are missing.
 */
export async function makeSchedulerTables(connectionString: string, log: Logger): Promise<void> {
  const pool = openSchedulerPool(connectionString, log, NO_LIMIT);
  try {
    await withClient(connectionString, clientOptions(NO_LIMIT), async (client) => {
      // A lock of a session would stay where a pooler gives the session to the next client.
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [TABLES_LOCK]);
      await runMigrations(libraryOptions(pool, log));
    });
  } catch (error) {
    throw new Error('The tables of the scheduler could not be made.', { cause: error });
  } finally {
    await pool.end();
  }
}

/**
 * Runs jobs on their schedules: of all the nodes on one database, one begins each of them. Outlives the failures of jobs and of
 * the database, which has to have its tables: see `makeSchedulerTables`.
 */
export function startScheduler({ connectionString, jobs, helps, log, ...options }: SchedulerOptions): Scheduler {
  const limits = { ...LIMITS, ...options.limits };
  const state: State = { isStopping: false, inFlight: new Set() };
  const runners = new Set<Runner>();

  /** From one start of the library to its end, with connections of its own: see `standBeside`. */
  async function live(duties: Duties): Promise<void> {
    const pool = openSchedulerPool(connectionString, log);
    let runner: Runner | undefined;
    try {
      runner = await run({
        ...libraryOptions(pool, log),
        ...duties,
        events: standBeside(new EventEmitter(), log),
        pollInterval: POLL_INTERVAL_MS,
        noHandleSignals: true,
        // What it does not wait for otherwise would end the process where it fails.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      });
      runners.add(runner);
      if (state.isStopping) await runner.stop();
      await runner.promise;
    } finally {
      if (runner !== undefined) runners.delete(runner);
      await pool.end();
    }
    if (!state.isStopping) throw new Error('The scheduler has ended unexpectedly.');
  }
  const duties = [jobDuties(jobs, state, log), workerDuties(helps, state, log)];
  // The library cannot start without a task.
  const lives = duties
    .filter(({ taskList }) => Object.keys(taskList).length > 0)
    .map((duties) =>
      startLoop({
        intervalMs: limits.rest,
        work: () => live(duties),
        onError: (error) => log.error({ err: error }, 'the scheduler begins again'),
      }),
    );
  const sweeps = startLoop({
    intervalMs: limits.sweep,
    work: () =>
      withClient(connectionString, clientOptions(QUERY_TIMEOUT_MS), async (client) => {
        await client.query(RELEASE, [limits.grace / 1_000]);
        await client.query(FORGET);
      }),
    onError: (error) => log.warn({ code: codeOf(error) }, 'jobs of other nodes could not be looked at'),
  });

  async function end(): Promise<void> {
    state.isStopping = true;
    // It rejects if it has ended unexpectedly.
    const stops = [...lives, sweeps].map(({ stop }) => stop());
    await Promise.all([...stops, ...[...runners].map((runner) => runner.stop().catch(() => undefined))]);
  }
  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= Promise.race([
        end(),
        delay(limits.stop, undefined, { ref: false }).then(() => {
          if (state.inFlight.size > 0) log.warn({ jobs: [...state.inFlight] }, 'jobs are left to another node');
        }),
      ]);
      return stopped;
    },
  };
}

type State = { isStopping: boolean; inFlight: Set<string> };

function openSchedulerPool(connectionString: string, log: Logger, queryTimeoutMs = QUERY_TIMEOUT_MS): pg.Pool {
  const { pool } = openPool({
    connectionString,
    purpose: 'scheduler',
    maxConnections: CONNECTIONS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    idleTimeoutMs: IDLE_MS,
    queryTimeoutMs,
    timeouts: NO_TIMEOUTS,
  });
  pool.on('error', (error) => log.warn({ code: codeOf(error) }, 'a connection of the scheduler broke'));
  return pool;
}

/** A client of its own, without the timeouts of the role. */
function clientOptions(queryTimeoutMs: number): ClientOptions {
  return { purpose: 'scheduler', connectTimeoutMs: CONNECT_TIMEOUT_MS, queryTimeoutMs, timeouts: NO_TIMEOUTS };
}

/** Each call of the library gets options of its own, since it remembers what it made of them. */
function libraryOptions(pool: pg.Pool, log: Logger) {
  return { pgPool: pool, schema: SCHEDULER_SCHEMA, logger: bridgeTo(log) };
}

function cronItemOf({ name, cron, backfillDays }: ScheduledJob) {
  return {
    task: name,
    match: cron,
    options: {
      backfillPeriod: backfillDays * DAY_MS,
      maxAttempts: ATTEMPTS,
      // One row for each job: what has not begun yet gives way to what is newer, also after the last attempt.
      jobKey: name,
    },
  };
}

/** What one start of the library is there for. */
type Duties = Required<Pick<RunnerOptions, 'taskList' | 'parsedCronItems' | 'concurrency'>>;

function jobDuties(jobs: readonly ScheduledJob[], state: State, log: Logger): Duties {
  const tasks = jobs.map(({ name, run }) => [name, taskOf(name, (payload) => run(scheduledAtOf(payload)), state, log)]);
  return {
    taskList: Object.fromEntries(tasks),
    parsedCronItems: parseCronItems(jobs.map(cronItemOf)),
    concurrency: JOB_CONCURRENCY,
  };
}

function workerDuties(helps: readonly ScheduledWorker[], state: State, log: Logger): Duties {
  const tasks = helps.map(({ job, run }) => [workerTaskName(job), taskOf(workerTaskName(job), run, state, log)]);
  return { taskList: Object.fromEntries(tasks), parsedCronItems: [], concurrency: 1 };
}

function taskOf(name: string, work: (payload: unknown) => Promise<unknown>, state: State, log: Logger): Task {
  return async (payload, { job: { attempts, max_attempts } }) => {
    if (state.isStopping) throw new Error('This node is stopping.');
    state.inFlight.add(name);
    try {
      await work(payload);
    } catch (error) {
      log.error({ err: error, job: name, attempt: attempts, of: max_attempts }, 'a job failed');
      // The library stores the message.
      throw new Error('It failed: see the log.');
    } finally {
      state.inFlight.delete(name);
    }
  };
}

/** The library stores the instant of the schedule here. */
function scheduledAtOf(payload: unknown): Date {
  return new Date((payload as { _cron: { ts: string } })._cron.ts);
}

/**
 * Locks for the lifetime of this node, on the connection that receives notifications of work: see `RELEASE`. The library
 * alone leaves the work of a node that died for four hours.
 */
function standBeside(events: WorkerEvents, log: Logger): WorkerEvents {
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const key = `scheduler ${workerPool.id}`;
    // A hung connection reports nothing. Without a response it is destroyed, and the library opens another.
    const check = setInterval(() => void client.query('select').catch(() => undefined), CHECK_MS).unref();
    client.once('end', () => clearInterval(check));
    // Its own statement comes first.
    client.once('drain', () => {
      const holding = client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [key]);
      holding.catch((error) => log.warn({ code: codeOf(error) }, 'the scheduler cannot show that it lives'));
    });
  });
  return events;
}

/**
 * Gives back the work of nodes that do not live any more: of those whose lock can be had. The library takes work while it still
 * connects in order to hear of more, so what was just begun is left, or two nodes would run it.
 */
const RELEASE = `
  select ${SCHEDULER_SCHEMA}.force_unlock_workers(array(
    select locked_by from ${SCHEDULER_SCHEMA}._private_jobs
    where locked_at <= now() - make_interval(secs => $1)
      and pg_try_advisory_xact_lock(hashtextextended('scheduler ' || locked_by, 0))))`;

/** Deletes work that failed finally. Its failure has been logged, and the rows would remain forever. */
const FORGET = `delete from ${SCHEDULER_SCHEMA}._private_jobs where attempts >= max_attempts and locked_at is null`;

/** What the library tells, without the facts beside it, which hold the jobs. */
function bridgeTo(log: Logger): LibraryLogger {
  return new LibraryLogger(() => (level, message, facts) => {
    // Failures of jobs are logged where they are caught.
    if (facts?.failure === true) return;
    if (level === 'error' || level === 'warning') log.warn({ told: message }, 'the scheduler is in trouble');
    else log.trace({ told: message }, 'the scheduler works');
  });
}
