import { totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@meadow/embedded-postgres';
import pg from 'pg';

/** Where everything that a run leaves behind is. Git ignores it, and it may be deleted at any time. */
export const BENCH_DATA = join(import.meta.dirname, 'data');

/** A PostgreSQL server with room for databases of ours. */
export type Cluster = { urlOf: (database: string) => string; close: () => Promise<void> };

const MAINTENANCE_DATABASE = 'postgres';
/** The extension of PostgreSQL that counts statements and the pages that they touch. */
export const STATEMENT_COUNTER = 'pg_stat_statements';
const MAX_BUFFER_POOL_MEGABYTES = 4096;

/** The server at the given address, or an embedded one of the bench's own: durable, like one that people rely on. */
export async function openCluster(databaseUrl: string | null): Promise<Cluster> {
  if (databaseUrl !== null) return { urlOf: urlsBeside(databaseUrl), close: async () => undefined };
  const start = () =>
    startEmbeddedPostgres({ directory: join(BENCH_DATA, 'postgres'), database: MAINTENANCE_DATABASE });

  let server = await start();
  if (await needsRestartForSettings(server.connectionString)) {
    await server.stop();
    server = await start();
  }
  return { urlOf: urlsBeside(server.connectionString), close: server.stop };
}

/** Runs the work on one connection, without the limits on time that the service has. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The journal should fit into memory, as it does on a server that is sized for it: a quarter of the machine at most. Statements are
 * counted.
 */
async function needsRestartForSettings(url: string): Promise<boolean> {
  const quarter = Math.floor(totalmem() / 4 / 1024 / 1024);
  const wanted = `${Math.min(quarter, MAX_BUFFER_POOL_MEGABYTES)}MB`;
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ is_enough: boolean }>(
      `select pg_size_bytes(current_setting('shared_buffers')) = pg_size_bytes($1)
         and current_setting('shared_preload_libraries') = '${STATEMENT_COUNTER}' as is_enough`,
      [wanted],
    );
    if (rows[0]?.is_enough) return false;
    await client.query(`alter system set shared_buffers = '${wanted}'`);
    // Else the load alone would make the server stop for checkpoints all the time.
    await client.query(`alter system set max_wal_size = '8GB'`);
    await client.query(`alter system set shared_preload_libraries = '${STATEMENT_COUNTER}'`);
    return true;
  });
}

function urlsBeside(url: string): Cluster['urlOf'] {
  return (database) => {
    const beside = new URL(url);
    beside.pathname = `/${database}`;
    return beside.href;
  };
}

export function maintenanceUrlOf(cluster: Cluster): string {
  return cluster.urlOf(MAINTENANCE_DATABASE);
}
