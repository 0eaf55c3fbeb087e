import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Logger as LibraryLogger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Job } from './job.ts';
import { startLoop } from './loop.ts';

export type ScheduledJob = Omit<Job<never>, 'run'> & { run(tick: Date): Promise<unknown> };

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
  log: Logger;
  limits?: Partial<SchedulerLimits>;
};

/** In milliseconds. */
export type SchedulerLimits = {
  /** How long work under way may take to end. */
  stop: number;
  /** How often work is looked for whose node has died. */
  sweep: number;
  /** How long a scheduler rests that has ended by itself, as one does that could not write for minutes. */
  rest: number;
};

const LIMITS: SchedulerLimits = { stop: 8_000, sweep: 60_000, rest: 10_000 };

export const SCHEDULER_SCHEMA = 'graphile_worker';
const TABLES_LOCK = 'tables of the scheduler';
/** Nobody waits for it, and a node that starts is busy. */
const CONNECT_LIMIT_MILLISECONDS = 10_000;
/** Longer than the process lives on after its scheduler has been stopped: see `standBeside`. */
const IDLE_MILLISECONDS = 60_000;
const JOBS_AT_ONCE = 4;
/** New work is told of. This is how late work is found that is tried again. */
const LOOK_MILLISECONDS = 10_000;
/** With pauses that grow, over four minutes in all. */
const ATTEMPTS = 6;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Makes the tables of the scheduler, or brings them up to date. One node does it while others wait: the library alone would have
 * them try, fail, and try again later. Throws where the role may not create schemas, and they are missing.
 */
export async function makeSchedulerTables(connectionString: string, log: Logger): Promise<void> {
  const pool = openPool(connectionString, log);
  try {
    await withClient(connectionString, async (client) => {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [TABLES_LOCK]);
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
export function startScheduler({ connectionString, jobs, log, ...options }: SchedulerOptions): Scheduler {
  const limits = { ...LIMITS, ...options.limits };
  const state: State = { isStopping: false, underWay: new Set() };
  let runner: Runner | undefined;

  /** From one start of the library to its end, with connections of its own: see `standBeside`. */
  async function live(): Promise<void> {
    const pool = openPool(connectionString, log);
    try {
      runner = await run({
        ...libraryOptions(pool, log),
        events: standBeside(new EventEmitter(), log),
        concurrency: JOBS_AT_ONCE,
        pollInterval: LOOK_MILLISECONDS,
        noHandleSignals: true,
        // What it does not wait for otherwise would end the process where it fails.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, state, log)])),
        parsedCronItems: parseCronItems(jobs.map(cronItemOf)),
      });
      if (state.isStopping) await runner.stop();
      await runner.promise;
    } finally {
      await pool.end();
    }
    if (!state.isStopping) throw new Error('The scheduler has ended by itself.');
  }
  const lives = startLoop({
    everyMilliseconds: limits.rest,
    work: live,
    onError: (error) => log.error({ err: error }, 'the scheduler begins again'),
  });
  const sweeps = startLoop({
    everyMilliseconds: limits.sweep,
    work: () => withClient(connectionString, (client) => client.query(`${GIVE_BACK}; ${FORGET}`)),
    onError: (error) => log.warn({ code: codeOf(error) }, 'jobs of other nodes could not be looked at'),
  });

  async function end(): Promise<void> {
    state.isStopping = true;
    // It rejects where it has ended by itself.
    await Promise.all([lives.stop(), sweeps.stop(), runner?.stop().catch(() => undefined)]);
  }
  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= Promise.race([
        end(),
        delay(limits.stop, undefined, { ref: false }).then(() => {
          if (state.underWay.size > 0) log.warn({ jobs: [...state.underWay] }, 'jobs are left to another node');
        }),
      ]);
      return stopped;
    },
  };
}

type State = { isStopping: boolean; underWay: Set<string> };

function openPool(connectionString: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: JOBS_AT_ONCE,
    connectionTimeoutMillis: CONNECT_LIMIT_MILLISECONDS,
    idleTimeoutMillis: IDLE_MILLISECONDS,
  });
  pool.on('error', (error) => log.warn({ code: codeOf(error) }, 'a connection of the scheduler broke'));
  // Whoever has taken a connection hears of its end from the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_LIMIT_MILLISECONDS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Each call of the library gets options of its own, since it remembers what it made of them. */
function libraryOptions(pool: pg.Pool, log: Logger) {
  return { pgPool: pool, schema: SCHEDULER_SCHEMA, logger: bridgeTo(log) };
}

function cronItemOf({ name, cron, makeUpDays }: ScheduledJob) {
  return {
    task: name,
    match: cron,
    options: {
      backfillPeriod: makeUpDays * DAY_MILLISECONDS,
      maxAttempts: ATTEMPTS,
      // One row for each job: what has not begun yet gives way to what is newer, also after the last attempt.
      jobKey: name,
    },
  };
}

function taskOf(job: ScheduledJob, state: State, log: Logger) {
  return async (payload: unknown, { job: { attempts } }: { job: { attempts: number } }): Promise<void> => {
    if (state.isStopping) throw new Error('This node is stopping.');
    state.underWay.add(job.name);
    try {
      await job.run(tickOf(payload));
    } catch (error) {
      log.error({ err: error, job: job.name, attempt: attempts, of: ATTEMPTS }, 'a job failed');
      // The library stores the message.
      throw new Error('It failed: see the log.');
    } finally {
      state.underWay.delete(job.name);
    }
  };
}

/** The library puts the moment of the schedule there. */
function tickOf(payload: unknown): Date {
  return new Date((payload as { _cron: { ts: string } })._cron.ts);
}

/**
 * Has a lock held for as long as this node lives, by the connection over which it hears of work: see `GIVE_BACK`. The library
 * by itself leaves the work of a node that died for four hours.
 */
function standBeside(events: WorkerEvents, log: Logger): WorkerEvents {
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const key = `scheduler ${workerPool.id}`;
    // Its own statement comes first.
    client.once('drain', () => {
      const holding = client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [key]);
      holding.catch((error) => log.warn({ code: codeOf(error) }, 'the scheduler cannot show that it lives'));
    });
  });
  return events;
}

/** Gives back the work of nodes that do not live any more: of those whose lock can be had. */
const GIVE_BACK = `
  select ${SCHEDULER_SCHEMA}.force_unlock_workers(array(
    select locked_by from ${SCHEDULER_SCHEMA}._private_jobs
    where locked_by is not null and pg_try_advisory_xact_lock(hashtextextended('scheduler ' || locked_by, 0))))`;

/** Whatever has been given up has been told of, and would lie there for ever. */
const FORGET = `delete from ${SCHEDULER_SCHEMA}._private_jobs where attempts >= max_attempts and locked_at is null`;

/** What the library tells, without the facts beside it, which hold the jobs. */
function bridgeTo(log: Logger): LibraryLogger {
  return new LibraryLogger(() => (level, message, facts) => {
    // Failures of jobs are told of where they are caught.
    if (facts?.failure === true) return;
    if (level === 'error' || level === 'warning') log.warn({ told: message }, 'the scheduler is in trouble');
    else log.trace({ told: message }, 'the scheduler works');
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
