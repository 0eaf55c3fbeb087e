import { join } from 'node:path';
import type { Config } from './config.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import type { Logger } from './platform/log.ts';

export type OpenDatabase = { connectionString: string; close: () => Promise<void> };

const DATABASE = 'meadow';

const clusterOf = (config: Config) => ({ directory: join(config.dataDirectory, 'postgres'), database: DATABASE });

/** The database that the configuration names, or else the embedded one, which then runs until `close`. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl, close: async () => undefined };
  const cluster = await startEmbeddedPostgres({
    ...clusterOf(config),
    log: (message, facts) => log.warn({ ...facts }, message),
  });
  if (cluster.adopted) log.warn('took over the database of a process that was killed');
  return { connectionString: cluster.connectionString, close: cluster.stop };
}

/** The same for a command beside a server: where that one runs the embedded database already, the command shares it. */
export async function joinDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  const running = config.databaseUrl === null ? await findRunningEmbeddedPostgres(clusterOf(config)) : null;
  return running === null ? openDatabase(config, log) : { connectionString: running, close: async () => undefined };
}
