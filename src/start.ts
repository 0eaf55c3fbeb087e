import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app/app.ts';
import type { Config } from './app/config.ts';
import { openDatabase } from './app/database.ts';
import { createDeps, type Deps, MIGRATIONS } from './app/deps.ts';
import { JOBS, WORKERS } from './app/jobs.ts';
import { readVersion } from './app/version.ts';
import { startImporting } from './features/data-rights/import/import-run.jobs.ts';
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

/** Time for running requests to finish. Less than `STOP_LIMIT_MS` in serve.ts. */
const FINISH_LIMIT_MS = 8_000;
const SWEEP_MS = 50;

export type StartOptions = {
  config: Config;
  log: Logger;
  /** Whether sandboxes replace providers that are not configured. */
  sandbox: boolean;
};

export type Running = {
  deps: Deps;
  /** URLs of the sandboxes, by provider. */
  sandboxes: ReadonlyMap<string, string>;
  /** The folder of the embedded database, if the data folder has a link to it. */
  linkedPlace: string | null;
  /**
   * Stops without loss: the node reports that it is not ready, serves for `drainMs` so that a load balancer notices,
   * finishes running requests and jobs, and then stops the database.
   */
  stop(drainMs: number): Promise<void>;
  /** Stops the embedded database only, without waiting. */
  stopDatabase(): Promise<void>;
};

/** Starts database, migrations, features and port, in this order. Stops what it started if it fails. */
export async function start({ config: givenConfig, log, sandbox }: StartOptions): Promise<Running> {
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  let isDraining = false;
  try {
    const { config, sandboxes, close: closeSandbox } = await withSandbox(givenConfig, sandbox);
    opened.push(closeSandbox);

    const database = await openDatabase(config, log);
    opened.push(database.close);
    if (database.linkedPlace !== null) {
      log.warn(
        { place: database.linkedPlace },
        'the database is outside of DATA_DIR, so a copy of DATA_DIR is no backup',
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
    const importing = startImporting(deps);
    opened.push(importing.stop);
    const disks = watchDisks({
      read: deps.readDisks,
      onLow: ({ holds, freeBytes }) =>
        log.warn({ event: 'disk.low', holds, free_bytes: freeBytes }, 'a disk is nearly full'),
    });
    opened.push(disks.stop);
    if (config.runsJobs) scheduler = startJobs(deps, database.connectionString);

    const stop = async (drainMs: number) => {
      isDraining = true;
      // Deliveries and jobs end during the drain.
      const delivered = Promise.all([deliveries.stop(), mailing.stop(), importing.stop()]);
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
 * Accepts no more requests and resolves when the running ones are finished. Cuts them off at the limit, so that the database
 * is stopped in any case.
 */
async function closeServer(server: HttpScope): Promise<void> {
  // A busy connection becomes idle after its response and would delay the end.
  const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.server.closeAllConnections(), FINISH_LIMIT_MS);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
