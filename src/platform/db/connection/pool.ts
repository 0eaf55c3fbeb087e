import { hostname } from 'node:os';
import pg from 'pg';
import { withTimeout } from '../../concurrency/timeout.ts';
import { sqlStateOf } from '../../errors.ts';

/** How long an idle connection stays silent before the system asks whether the other side still lives. */
const KEEP_ALIVE_DELAY_MS = 5_000;
/** A connection that follows no switch of the primary otherwise is at most this old. */
const MAX_LIFETIME_SECONDS = 15 * 60;
const IDLE_MS = 10_000;
const END_LIMIT_MS = 2_000;

/** Longer than PostgreSQL itself works on a statement of a request, so that its own word comes first. */
export const QUERY_TIMEOUT_MS = 7_000;

const READ_ONLY_TRANSACTION = '25006';

/** What every connection of this process has in common. `purpose` shows in `pg_stat_activity`, with this node. */
export function connectionOptions(connectionString: string, purpose: string) {
  return {
    connectionString,
    // PostgreSQL cuts it at 63 bytes.
    application_name: `meadow ${purpose} ${process.pid}@${hostname()}`,
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
  /** Whether this connection was made before one of its pool hung, or was found to lead to a read-only primary. */
  isSuspect(client: pg.Client): boolean;
};

/**
 * Opens a pool that destroys connections which do not answer. Where one of them hangs, or leads to a primary that has become
 * read-only, the idle ones go with it: they lead to the same place.
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
    // The pool listens to idle connections alone: one that breaks while it is taken would end the process. Its user hears of
    // the break from the next statement.
    client.on('error', () => undefined);
  });
  return { pool, isSuspect: (client) => (madeAt.get(client) ?? 0) <= distrustedAt };
}

/** Ends a connection, without waiting for long for the other side: it may never answer. */
export async function endConnection(client: pg.Client): Promise<void> {
  await withTimeout(
    END_LIMIT_MS,
    client.end().catch(() => undefined),
  );
  client.connection.stream.destroy();
}

/** Destroys the connections that nobody uses now. Their users to come wait for new ones. */
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

type AnyQuery = (...given: unknown[]) => unknown;

/**
 * The driver leaves a connection busy whose statement ran into its limit, and a pool would hand it out again: this one is
 * destroyed then, so that what is still asked of it fails at once.
 */
function watchedClient(onDistrust: () => void) {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const send = this.query.bind(this) as AnyQuery;
      const query: AnyQuery = (...given) => {
        const callback = given.at(-1);
        if (typeof callback === 'function') {
          const told = (error: unknown, result: unknown) => {
            this.note(error);
            callback(error, result);
          };
          return send(...given.slice(0, -1), told);
        }
        const answer = send(...given);
        if (answer instanceof Promise) answer.catch((error: unknown) => this.note(error));
        return answer;
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
