import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app/app.ts';
import type { Config } from './app/config.ts';
import { openDatabase } from './app/database.ts';
import { createDeps, type Deps, MIGRATIONS } from './app/deps.ts';
import { JOBS, WORKERS } from './app/jobs.ts';
import { readVersion } from './app/version.ts';
import { startMailing } from './features/mail/outgoing-mail/sending.jobs.ts';
import { startDeliveries } from './features/notification/device/delivery.jobs.ts';
import { systemClock } from './platform/clock.ts';
import { migrate } from './platform/db/migrations.ts';
import { watchDisks } from './platform/files/disk-space.ts';
import type { HttpScope } from './platform/http/scope.ts';
import { makeSchedulerTables, type Scheduler, startScheduler } from './platform/jobs/scheduler.ts';
import type { Logger } from './platform/log.ts';
import { systemRandom } from './platform/random.ts';
import { withSandbox } from './sandbox/sandbox.ts';

/** How long requests under way may take to finish, less than serve.ts gives the whole stop. */
const FINISH_LIMIT_MS = 8_000;
const SWEEP_MS = 50;

export type StartOptions = {
  config: Config;
  log: Logger;
  /** Whether providers that are not configured are stood in for by our own small servers. */
  sandbox: boolean;
};

export type Running = {
  deps: Deps;
  /** What the sandbox stands in for, by name and address. */
  sandboxes: ReadonlyMap<string, string>;
  /** Where the embedded database really is, if a link stands for it in the data folder. */
  linkedPlace: string | null;
  /**
   * Stops everything in the order in which nothing is lost: this node says that it is not ready, serves on for
   * `drainMs` so that a balancer notices, finishes what is under way, jobs too, and then stops the database.
   */
  stop(drainMs: number): Promise<void>;
  /** Stops the embedded database alone, whatever is under way. */
  stopDatabase(): Promise<void>;
};

/** Brings up the database, the schema, the features and the port, in this order. What came up is stopped again on failure. */
export async function start({ config: asked, log, sandbox }: StartOptions): Promise<Running> {
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  let isDraining = false;
  try {
    const { config, sandboxes, close: closeSandbox } = await withSandbox(asked, sandbox);
    opened.push(closeSandbox);

    const database = await openDatabase(config, log);
    opened.push(database.close);
    if (database.linkedPlace !== null) {
      log.warn(
        { place: database.linkedPlace },
        'the database is outside of DATA_DIR: a copy of that folder is no backup',
      );
    }
    const applied = await migrate(database.connectionString, MIGRATIONS);
    if (applied.length > 0) log.info({ migrations: applied }, 'migrated');
    if (config.runsJobs) await makeSchedulerTables(database.connectionString, log);

    const { deps, close: closeDeps } = await createDeps({
      config,
      connectionString: database.connectionString,
      clock: systemClock,
      random: systemRandom,
      log,
      version: await readVersion(),
      isDraining: () => isDraining,
      sandboxed: new Set(sandboxes.keys()),
    });
    opened.push(closeDeps);

    let scheduler: Scheduler | undefined;
    opened.push(async () => scheduler?.stop());
    const { server } = createApp(deps);
    opened.push(() => closeServer(server));
    await server.listen({ port: config.http.port, host: config.http.host });
    const deliveries = startDeliveries(deps);
    opened.push(deliveries.stop);
    const mailing = startMailing(deps);
    opened.push(mailing.stop);
    const disks = watchDisks({
      read: deps.readDisks,
      onLow: ({ holds, freeBytes }) =>
        log.warn({ event: 'disk.low', holds, free_bytes: freeBytes }, 'a disk is nearly full: make room'),
    });
    opened.push(disks.stop);
    if (config.runsJobs) scheduler = startJobs(deps, database.connectionString);

    const stop = async (drainMs: number) => {
      isDraining = true;
      // What is being sent ends meanwhile, and so do jobs.
      const delivered = Promise.all([deliveries.stop(), mailing.stop()]);
      void scheduler?.stop();
      await delay(drainMs);
      await delivered;
      await closeAll();
    };
    return { deps, sandboxes, linkedPlace: database.linkedPlace, stop, stopDatabase: database.close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function startJobs(deps: Deps, connectionString: string): Scheduler {
  const jobs = JOBS.map((job) => ({ ...job, run: (scheduledAt: Date) => job.run(deps, scheduledAt) }));
  const helps = WORKERS.map((help) => ({ ...help, run: () => help.run(deps) }));
  return startScheduler({ connectionString, jobs, helps, log: deps.log });
}

/**
 * Takes no more requests, and resolves when those under way have been answered; what takes longer than the limit is cut
 * off, so that the database is stopped in every case.
 */
async function closeServer(server: HttpScope): Promise<void> {
  // A connection that was busy at first is kept alive after its answer, and would hold up the end.
  const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.server.closeAllConnections(), FINISH_LIMIT_MS);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
