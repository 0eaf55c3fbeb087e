import { join } from 'node:path';
import { findLinkedPlace, findRunningEmbeddedPostgres, startEmbeddedPostgres } from '@meadow/embedded-postgres';
import type { StorageFolders } from '../platform/files/disk-space.ts';
import type { Logger } from '../platform/log.ts';
import type { Config } from './config.ts';

export type OpenDatabase = {
  connectionString: string;
  /** Where the embedded one really is, if a link stands for it in the data folder. */
  linkedPlace: string | null;
  close: () => Promise<void>;
};

const DATABASE = 'meadow';

/** Holds the embedded database and its programs where PostgreSQL's account cannot reach the data folder. */
export const SYSTEM_DIRECTORY = '/var/lib/meadow';

const ADVICE = {
  unavailable: 'Set DATABASE_URL to a PostgreSQL server of your own instead.',
  owned: 'Stop that process, set DATA_DIR to another folder, or set DATABASE_URL to a server that both may use.',
  occupied: 'Move it away or set DATA_DIR to another folder.',
  copied: 'Restore it with: meadow restore <file>.',
  backup: 'Use: meadow backup <file>',
};

const clusterOf = (config: Config) => ({ directory: join(config.dataDirectory, 'postgres'), database: DATABASE });

/** Where on this machine it is kept what grows. */
export function placesOf(config: Config): StorageFolders {
  return {
    data: config.dataDirectory,
    ...(config.storage.kind === 'disk' && { files: config.storage.folder }),
    ...(config.databaseUrl === null && { database: clusterOf(config).directory }),
  };
}

/** The database that the configuration names, or else the embedded one, which then runs until `close`. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return sharedAt(config.databaseUrl);
  const cluster = await startEmbeddedPostgres({
    ...clusterOf(config),
    systemDirectory: SYSTEM_DIRECTORY,
    advice: ADVICE,
    log: (message, facts) => log.warn({ ...facts }, message),
  });
  if (cluster.adopted) log.warn('took over the database of a process that was killed');
  const { connectionString, linkedPlace } = cluster;
  return { connectionString, linkedPlace, close: cluster.stop };
}

/** The same for a command beside a server: where that one runs the embedded database already, the command shares it. */
export async function joinDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  const running = config.databaseUrl === null ? await findRunningEmbeddedPostgres(clusterOf(config)) : null;
  return running === null ? openDatabase(config, log) : sharedAt(running);
}

function sharedAt(connectionString: string): OpenDatabase {
  return { connectionString, linkedPlace: null, close: async () => undefined };
}

/** Where the embedded database is: in the data folder, or where a link there points to. */
export async function findEmbeddedPlace(config: Config): Promise<{ folder: string; isLinked: boolean }> {
  const { directory } = clusterOf(config);
  const linkedPlace = await findLinkedPlace(directory);
  return { folder: linkedPlace ?? directory, isLinked: linkedPlace !== null };
}
