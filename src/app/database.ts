import { join } from 'node:path';
import {
  findClusterMajor,
  findLinkedPlace,
  findRunningEmbeddedPostgres,
  installedMajor,
  startEmbeddedPostgres,
} from '@meadow/embedded-postgres';
import { atOneAddress, type DatabaseAddresses, isPooled } from '#platform/db/connection/addresses.ts';
import { withNodeName } from '#platform/db/connection/application-name.ts';
import { RESPONSE_MARGIN_MS, type SessionTimeouts } from '#platform/db/connection/client.ts';
import { DEFAULT_TIMEOUTS } from '#platform/db/database.ts';
import type { StorageFolders } from '#platform/files/disk-space.ts';
import { MAX_CONCURRENT_JOBS, MAX_SCHEDULER_CONNECTIONS } from '#platform/jobs/scheduler.ts';
import type { Logger } from '#platform/log.ts';
import type { Config } from './config.ts';

export type OpenDatabase = {
  addresses: DatabaseAddresses;
  /** The folder of the embedded database, if the data folder has a link to it. */
  linkedPlace: string | null;
  close: () => Promise<void>;
};

const DATABASE = 'meadow';

/** Where the migrations are, seen from the source and from the build alike. */
export const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

/** The folder of the embedded database if PostgreSQL's account has no access to the data folder. */
export const SYSTEM_DIRECTORY = '/var/lib/meadow';

const ADVICE = {
  unavailable: 'Set DATABASE_URL to your own PostgreSQL server instead.',
  owned: 'Stop that process, set DATA_DIR to another folder, or set DATABASE_URL to a server that both can use.',
  occupied: 'Move it, or set DATA_DIR to another folder.',
  copied: 'Restore it with: meadow restore <file>.',
  backup: 'Use: meadow backup <file>',
  otherVersion: 'Run: meadow upgrade',
};

const clusterOf = (config: Config) => ({ directory: join(config.dataDirectory, 'postgres'), database: DATABASE });

/** Local folders whose size grows. */
export function placesOf(config: Config): StorageFolders {
  return {
    data: config.dataDirectory,
    ...(config.storage.kind === 'disk' && { files: config.storage.folder }),
    ...(config.database.addresses === null && { database: clusterOf(config).directory }),
  };
}

/** LISTEN for events and for accounts. */
const CHANNELS = 2;
const LATENCY_PROBE = 1;
/** For commands beside the server, and for what PostgreSQL keeps for itself. */
const OTHER_CONNECTIONS = 20;

/** How many connections a node opens at most, at each address. */
export function connectionsOfNode({ role, database, runsJobs }: Pick<Config, 'role' | 'database' | 'runsJobs'>) {
  return {
    pooled: database.poolSize + LATENCY_PROBE,
    // Each job has its lock, also one that is called over HTTP.
    direct: CHANNELS + MAX_CONCURRENT_JOBS + (runsJobs && role !== 'web' ? MAX_SCHEDULER_CONNECTIONS : 0),
  };
}

const sumOf = ({ pooled, direct }: ReturnType<typeof connectionsOfNode>) => pooled + direct;

/** How long statements of requests may take and wait. */
export function timeoutsOf({
  database: { statementTimeoutMs, lockTimeoutMs },
}: Pick<Config, 'database'>): SessionTimeouts {
  return { ...DEFAULT_TIMEOUTS, statementTimeoutMs, lockTimeoutMs };
}

/** The options of the pool for requests. */
export function requestPoolOptions(config: Pick<Config, 'database'>, addresses: DatabaseAddresses) {
  const { poolSize, statementTimeoutMs, namesStatements } = config.database;
  const hasSessions = !isPooled(addresses);
  return {
    connectionString: addresses.pooled,
    maxConnections: poolSize,
    timeouts: hasSessions ? timeoutsOf(config) : null,
    queryTimeoutMs: statementTimeoutMs + RESPONSE_MARGIN_MS,
    namesStatements: namesStatements ?? hasSessions,
  };
}

/** The database of DATABASE_URL, or the embedded one, with room for this number of nodes, which runs until `close`. */
export async function openDatabase(config: Config, log: Logger, nodes = 1): Promise<OpenDatabase> {
  if (config.database.addresses !== null) return sharedAt(config, config.database.addresses);
  // One node leaves it to the operator, who may have configured fewer.
  const connections = nodes > 1 ? { connections: nodes * sumOf(connectionsOfNode(config)) + OTHER_CONNECTIONS } : {};
  return openEmbedded(config, log, connections);
}

export type EmbeddedOptions = {
  /** Instead of the cluster of DATA_DIR. */
  directory?: string;
  /** The folder of the programs of another version. */
  programs?: string | null;
  /** How many connections it has at least. */
  connections?: number;
};

/** The embedded database, which runs until `close`. */
export async function openEmbedded(config: Config, log: Logger, options: EmbeddedOptions = {}): Promise<OpenDatabase> {
  const cluster = await startEmbeddedPostgres({
    ...clusterOf(config),
    ...options,
    systemDirectory: SYSTEM_DIRECTORY,
    advice: ADVICE,
    log: (message, facts) => log.warn({ ...facts }, message),
  });
  if (cluster.adopted) log.warn('took over the database of a process that was killed');
  const { connectionString, linkedPlace } = cluster;
  return { addresses: withNodeName(atOneAddress(connectionString), config.nodeName), linkedPlace, close: cluster.stop };
}

/** Like `openDatabase`, but shares the embedded database of a running server. */
export async function joinDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  const running = config.database.addresses === null ? await findRunningEmbeddedPostgres(clusterOf(config)) : null;
  return running === null ? openDatabase(config, log) : sharedAt(config, atOneAddress(running));
}

function sharedAt({ nodeName }: Config, addresses: DatabaseAddresses): OpenDatabase {
  return { addresses: withNodeName(addresses, nodeName), linkedPlace: null, close: async () => undefined };
}

/** The major versions of PostgreSQL of the embedded database and of the programs here; null without an embedded database. */
export async function findEmbeddedMajors(config: Config): Promise<{ found: number; installed: number } | null> {
  const { directory } = clusterOf(config);
  const found = config.database.addresses === null ? await findClusterMajor(directory) : null;
  return found === null ? null : { found, installed: await installedMajor() };
}

/** The folder of the embedded database, as DATA_DIR names it. */
export const embeddedDirectory = (config: Config): string => clusterOf(config).directory;

/** The folder of the embedded database: in the data folder, or the target of a link there. */
export async function findEmbeddedPlace(config: Config): Promise<{ folder: string; isLinked: boolean }> {
  const { directory } = clusterOf(config);
  const linkedPlace = await findLinkedPlace(directory);
  return { folder: linkedPlace ?? directory, isLinked: linkedPlace !== null };
}
