import type { Config } from './app/config.ts';
import { MIGRATIONS, openDatabase, timeoutsOf } from './app/database.ts';
import type { Deps } from './app/deps.ts';
import { TABLES } from './app/tables.ts';
import { offerFirstRun } from './features/account/first-run/first-run.actions.ts';
import { systemClock } from './platform/clock.ts';
import { ZONE_DATA_VERSION } from './platform/days/time-zone.ts';
import { type DatabaseAddresses, requireAddress } from './platform/db/connection/addresses.ts';
import { checkPooler } from './platform/db/connection/pooler.ts';
import { waitForDatabase } from './platform/db/connection/waiting.ts';
import { migrate } from './platform/db/migrations.ts';
import { partitionNotifications } from './platform/db/partitions.ts';
import { storeZoneData } from './platform/db/zone-data.ts';
import { codeOf } from './platform/errors.ts';
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
  addresses: DatabaseAddresses;
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
    const { addresses, linkedPlace } = database;
    if (linkedPlace !== null) {
      log.warn({ place: linkedPlace }, 'the database is outside of DATA_DIR, so a copy of DATA_DIR is no backup');
    }
    if (config.database.addresses !== null) await prepareDatabase(config, addresses, log);
    const applied = await migrate(addresses.direct, MIGRATIONS, {
      onNewer: (migrations) =>
        log.warn({ event: 'migrations.newer', migrations }, 'the database is of a newer version'),
    });
    if (applied.length > 0) log.info({ migrations: applied }, 'migrated');
    await useZoneData(addresses.direct, log);
    await partitionNotifications(addresses.direct).catch((error) => {
      log.warn({ event: 'partitions.not-made', err: error, table: 'notification' }, 'the next start tries again');
    });
    if (config.runsJobs) await makeSchedulerTables(addresses.direct, log);
    return { config, addresses, sandboxes, linkedPlace, close, stopDatabase: database.close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Lets statements compute with the zone data of this version, and names stored zones that it does not have. */
async function useZoneData(connectionString: string, log: Logger): Promise<void> {
  const { isNew, unknownZones } = await storeZoneData(connectionString, TABLES, systemClock.now());
  if (isNew) log.info({ event: 'zone.data-stored', version: ZONE_DATA_VERSION }, 'the rules of time zones are in use');
  if (unknownZones.length === 0) return;
  log.warn(
    { event: 'zone.unknown', zones: unknownZones },
    'some users have a time zone that does not exist; UTC is used',
  );
}

/** Waits for a database that another program runs, and checks what is between. */
async function prepareDatabase(config: Config, addresses: DatabaseAddresses, log: Logger): Promise<void> {
  const { waitSeconds } = config.database;
  for (const address of new Set([addresses.direct, addresses.pooled])) {
    const onWait = (error: unknown) => {
      const facts = {
        event: 'database.waiting',
        place: requireAddress(address).place,
        code: codeOf(error),
        wait_seconds: waitSeconds,
      };
      log.warn(facts, 'the start waits for the database');
    };
    await waitForDatabase(address, { waitSeconds, onWait });
  }
  await checkPooler(addresses, timeoutsOf(config));
}

/** Starts one node in this process. Stops what it started if it fails. */
export async function start(options: StartOptions): Promise<Running & { deps: Deps }> {
  // Loaded here: a process that only shares has no need of all the features, which take 100 MB. PostgreSQL starts meanwhile.
  const loading = import('./node.ts');
  loading.catch(() => undefined);
  const { log, tracing = null } = options;
  const shared = await openShared(options);
  const { config, addresses, sandboxes } = shared;
  try {
    const { startNode } = await loading;
    const sandboxed = new Set(sandboxes.keys());
    const { deps, stop } = await startNode({ config, addresses, sandboxed, log, tracing });
    return {
      ...shared,
      deps,
      hasWebClient: deps.webFolder !== null,
      offerFirstRun: async () => (config.role === 'worker' ? null : offerFirstRun(deps)),
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
