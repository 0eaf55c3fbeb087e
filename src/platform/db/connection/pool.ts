import pg from 'pg';
import { withTimeout } from '../../concurrency/timeout.ts';
import { sqlStateOf } from '../../errors.ts';
import { applicationNameOf } from './application-name.ts';

/** How long a connection is idle before TCP checks that the peer is alive. */
const KEEP_ALIVE_DELAY_MS = 5_000;
/** A connection that misses a switch of the primary is at most this old. */
const MAX_LIFETIME_SECONDS = 15 * 60;
/** A new connection plans its statements anew, which takes 5 to 30 ms for a screen: it stays while a user reads and writes. */
const IDLE_MS = 5 * 60_000;
const END_LIMIT_MS = 2_000;

/** Longer than the statement timeout of PostgreSQL, so that its own error comes first. */
export const QUERY_TIMEOUT_MS = 7_000;

const READ_ONLY_TRANSACTION = '25006';

/** The options of every connection of this process. `purpose` appears in `pg_stat_activity`, with this node. */
export function connectionOptions(connectionString: string, purpose: string) {
  return {
    connectionString,
    application_name: applicationNameOf(connectionString, purpose),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  } satisfies pg.ClientConfig;
}

export type PoolOptions = Omit<pg.PoolConfig, 'connectionString' | 'query_timeout'> & {
  connectionString: string;
  purpose: string;
  /** Default `QUERY_TIMEOUT_MS`. */
  queryTimeoutMs?: number | undefined;
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
export function openPool({
  connectionString,
  purpose,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
  ...options
}: PoolOptions): OpenPool {
  const madeAt = new WeakMap<pg.Client, number>();
  let distrustedAt = Number.NEGATIVE_INFINITY;
  const distrust = () => {
    distrustedAt = performance.now();
    dropIdle(pool);
  };
  const pool: pg.Pool = new pg.Pool({
    ...connectionOptions(connectionString, purpose),
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    query_timeout: queryTimeoutMs,
    ...options,
    Client: watchedClient(distrust),
  });
  pool.on('connect', (client) => {
    madeAt.set(client, performance.now());
    // The pool listens to idle connections only: an error of one in use would end the process. Its next statement fails.
    client.on('error', () => undefined);
  });
  return { pool, isSuspect: (client) => (madeAt.get(client) ?? 0) <= distrustedAt };
}

/** Ends a connection, without a long wait for a peer that may never respond. */
export async function endConnection(client: pg.Client): Promise<void> {
  await withTimeout(
    END_LIMIT_MS,
    client.end().catch(() => undefined),
  );
  client.connection.stream.destroy();
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

type AnyQuery = (...args: unknown[]) => unknown;

/**
 * Creates a client class that destroys a connection whose statement timed out.
 * The driver leaves it busy, and the pool would reuse it.
 */
function watchedClient(onDistrust: () => void) {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const send = this.query.bind(this) as AnyQuery;
      const query: AnyQuery = (...args) => {
        const callback = args.at(-1);
        if (typeof callback === 'function') {
          const onResult = (error: unknown, rows: unknown) => {
            this.note(error);
            callback(error, rows);
          };
          return send(...args.slice(0, -1), onResult);
        }
        const result = send(...args);
        if (result instanceof Promise) result.catch((error: unknown) => this.note(error));
        return result;
      };
      this.query = query as pg.Client['query'];
    }

    private note(error: unknown): void {
      const hasHung = error instanceof Error && error.message === 'Query read timeout';
      if (hasHung) this.connection.stream.destroy(error);
      if (hasHung || sqlStateOf(error) === READ_ONLY_TRANSACTION) onDistrust();
    }
  };
}
