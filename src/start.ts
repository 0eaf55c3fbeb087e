import type { Config } from './app/config.ts';
import { MIGRATIONS, openDatabase } from './app/database.ts';
import type { Deps } from './app/deps.ts';
import { offerFirstRun } from './features/account/first-run/first-run.actions.ts';
import { migrate } from './platform/db/migrations.ts';
import { makeSchedulerTables } from './platform/jobs/scheduler.ts';
import type { Logger } from './platform/log.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { withSandbox } from './sandbox/sandbox.ts';

export type StartOptions = {
  config: Config;
  log: Logger;
  tracing?: Tracing | null;
  /** Whether sandboxes replace providers that are not configured. */
  sandbox: boolean;
};

/** What the nodes of this machine share. */
export type Shared = {
  /** Points to the sandboxes. */
  config: Config;
  connectionString: string;
  /** URLs of the sandboxes, by provider. */
  sandboxes: ReadonlyMap<string, string>;
  /** The folder of the embedded database, if the data folder has a link to it. */
  linkedPlace: string | null;
  close(): Promise<void>;
  /** Stops the embedded database only, without waiting. */
  stopDatabase(): Promise<void>;
};

export type Running = Pick<Shared, 'sandboxes' | 'linkedPlace' | 'stopDatabase'> & {
  /** null if the nodes are processes of their own. */
  deps: Deps | null;
  hasWebClient: boolean;
  /** The code that makes its first user super admin; null if there is one. */
  offerFirstRun(): Promise<string | null>;
  /** Stops the nodes without loss, as `Node` says, and then the database. */
  stop(drainMs: number): Promise<void>;
};

/** Opens sandboxes and database and migrates it, for this number of nodes. Closes what it opened if it fails. */
export async function openShared({ config: givenConfig, log, sandbox }: StartOptions, nodes = 1): Promise<Shared> {
  const { config, sandboxes, close: closeSandbox } = await withSandbox(givenConfig, sandbox);
  const opened = [closeSandbox];
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    const database = await openDatabase(config, log, nodes);
    opened.push(database.close);
    const { connectionString, linkedPlace } = database;
    if (linkedPlace !== null) {
      log.warn({ place: linkedPlace }, 'the database is outside of DATA_DIR, so a copy of DATA_DIR is no backup');
    }
    const applied = await migrate(connectionString, MIGRATIONS);
    if (applied.length > 0) log.info({ migrations: applied }, 'migrated');
    if (config.runsJobs) await makeSchedulerTables(connectionString, log);
    return { config, connectionString, sandboxes, linkedPlace, close, stopDatabase: database.close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts one node in this process. Stops what it started if it fails. */
export async function start(options: StartOptions): Promise<Running & { deps: Deps }> {
  // Loaded here: a process that only shares has no need of all the features, which take 100 MB. PostgreSQL starts meanwhile.
  const loading = import('./node.ts');
  loading.catch(() => undefined);
  const { log, tracing = null } = options;
  const shared = await openShared(options);
  const { config, connectionString, sandboxes } = shared;
  try {
    const { startNode } = await loading;
    const sandboxed = new Set(sandboxes.keys());
    const { deps, stop } = await startNode({ config, connectionString, sandboxed, log, tracing });
    return {
      ...shared,
      deps,
      hasWebClient: deps.webFolder !== null,
      offerFirstRun: () => offerFirstRun(deps),
      stop: async (drainMs) => {
        await stop(drainMs);
        await shared.close();
      },
    };
  } catch (error) {
    await shared.close();
    throw error;
  }
}
