import pg from 'pg';
import { type ClientOptions, clientConfig, DatabaseClient, QUERY_TIMEOUT_MS } from './client.ts';
import { createHosts } from './hosts.ts';

/** A connection that misses a switch of the primary is at most this old. */
const MAX_LIFETIME_SECONDS = 15 * 60;
/** A new connection plans its statements anew, which takes 5 to 30 ms for a screen: it stays while a user reads and writes. */
const IDLE_MS = 5 * 60_000;

export type PoolOptions = Omit<ClientOptions, 'queryTimeoutMs'> & {
  connectionString: string;
  maxConnections: number;
  /** Default `QUERY_TIMEOUT_MS`. */
  queryTimeoutMs?: number | undefined;
  /** Default five minutes. */
  idleTimeoutMs?: number;
  /** Whether statements keep their names; default true. */
  namesStatements?: boolean;
  types?: pg.CustomTypesConfig;
};

export type OpenPool = {
  pool: pg.Pool;
  /** Whether the connection is older than the last hang of its pool, or leads to a read-only primary. */
  isSuspect(client: pg.Client): boolean;
};

/**
 * Opens a pool that destroys connections which do not respond.
 * If one hangs, or its primary has become read-only, the idle ones are destroyed as well: they lead to the same server.
 */
export function openPool(options: PoolOptions): OpenPool {
  const { connectionString, maxConnections, queryTimeoutMs = QUERY_TIMEOUT_MS, idleTimeoutMs = IDLE_MS } = options;
  const { namesStatements = true, types } = options;
  const madeAt = new WeakMap<pg.Client, number>();
  let distrustedAt = Number.NEGATIVE_INFINITY;
  const config = {
    ...clientConfig(createHosts(connectionString), { ...options, queryTimeoutMs }),
    namesStatements,
    ...(types && { types }),
    onDistrust: () => {
      distrustedAt = performance.now();
      dropIdle(pool);
    },
    max: maxConnections,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    // The pool passes all of this on to it.
    Client: DatabaseClient as unknown as NonNullable<pg.PoolConfig['Client']>,
  };
  const pool: pg.Pool = new pg.Pool(config);
  pool.on('connect', (client) => void madeAt.set(client, performance.now()));
  return { pool, isSuspect: (client) => (madeAt.get(client) ?? 0) <= distrustedAt };
}

/** Destroys the idle connections. */
function dropIdle(pool: pg.Pool): void {
  for (let count = pool.idleCount; count > 0; count -= 1) {
    void pool.connect().then(
      (client) => {
        client.release(true);
        client.connection.stream.destroy();
      },
      () => undefined,
    );
  }
}
