import pg from 'pg';
import { sqlStateOf } from '../../errors.ts';
import type { Host } from './addresses.ts';
import { applicationNameOf } from './application-name.ts';
import { endConnection } from './end-connection.ts';
import { createHosts, type Hosts, READ_ONLY_TRANSACTION } from './hosts.ts';

/** What PostgreSQL enforces in a session, in milliseconds; 0 for no limit. */
export type SessionTimeouts = {
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
};

/** The timeouts of sessions that wait for others or run long. They override those of the role. */
export const NO_TIMEOUTS: SessionTimeouts = { statementTimeoutMs: 0, lockTimeoutMs: 0, idleInTransactionTimeoutMs: 0 };

/** How much longer than its statement a response may take: the error of PostgreSQL comes first. */
export const RESPONSE_MARGIN_MS = 2_000;
/** For statements of the default time. */
export const QUERY_TIMEOUT_MS = 5_000 + RESPONSE_MARGIN_MS;

/** How long a connection is idle before TCP checks that the peer is alive. */
const KEEP_ALIVE_DELAY_MS = 5_000;

export type ClientOptions = {
  /** Appears in `pg_stat_activity`, with this node. */
  purpose: string;
  connectTimeoutMs: number;
  /** The time after which a connection that does not respond is destroyed; 0 for no limit. */
  queryTimeoutMs: number;
  /** Default null: those of the role. */
  timeouts?: SessionTimeouts | null;
};

/** What `DatabaseClient` needs beside the options of the driver. */
export type DatabaseClientConfig = pg.ClientConfig & {
  hosts: Hosts;
  timeouts: SessionTimeouts | null;
  /** Called when the server does not respond, or takes no writes any more. */
  onDistrust?: (() => void) | undefined;
  /** Whether statements keep their names. A pooler may send them to a session that does not know them. */
  namesStatements?: boolean;
};

/** The options of every connection of this process. */
export function clientConfig(
  hosts: Hosts,
  { purpose, connectTimeoutMs, queryTimeoutMs, timeouts = null }: ClientOptions,
): DatabaseClientConfig {
  return {
    hosts,
    timeouts,
    application_name: applicationNameOf(hosts.connectionString, purpose),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
  };
}

/** A connection, to be opened by `connect` and ended by `endConnection`. */
export function createClient(connectionString: string, options: ClientOptions): DatabaseClient {
  return new DatabaseClient(clientConfig(createHosts(connectionString), options));
}

/** Calls `work` with a connection of its own, which ends afterwards. What it has not committed is rolled back. */
export async function withClient<Result>(
  connectionString: string,
  options: ClientOptions,
  work: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const client = createClient(connectionString, options);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await endConnection(client);
  }
}

type AnyQuery = (...args: unknown[]) => unknown;

/**
 * Connects to the host that takes writes, with the timeouts of its session, and destroys a connection whose statement timed out:
 * the driver leaves it busy, and a pool would reuse it. An error of a connection shows in its next statement.
 */
export class DatabaseClient extends pg.Client {
  readonly #config: DatabaseClientConfig;
  #chosen: Host | null = null;

  constructor(config: DatabaseClientConfig) {
    super({ ...config, connectionString: config.hosts.connectionString });
    this.#config = config;
    // An `error` event without a listener would end the process.
    this.on('error', () => config.hosts.forget(this.#chosen));
    const send = this.query.bind(this) as AnyQuery;
    const query: AnyQuery = (statement, ...args) => {
      const sent = config.namesStatements === false ? withoutName(statement) : statement;
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const onResult = (error: unknown, rows: unknown) => {
          this.#note(error);
          callback(error, rows);
        };
        return send(sent, ...args.slice(0, -1), onResult);
      }
      const result = send(sent, ...args);
      if (result instanceof Promise) result.catch((error: unknown) => this.#note(error));
      return result;
    };
    this.query = query as pg.Client['query'];
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const opened = this.#open();
    if (callback === undefined) return opened;
    opened.then(() => (callback as () => void)(), callback);
    return undefined;
  }

  async #open(): Promise<pg.Client> {
    const { hosts, timeouts } = this.#config;
    this.#chosen = await hosts.find();
    if (this.#chosen !== null) Object.assign(this, this.#chosen);
    // A pool does so when it waits no longer.
    if (this.connection.stream.destroyed) throw new Error('timeout expired');
    try {
      await super.connect();
      if (timeouts !== null) await this.query(timeoutsStatement(timeouts));
      return this;
    } catch (error) {
      hosts.forget(this.#chosen);
      void endConnection(this);
      throw error;
    }
  }

  #note(error: unknown): void {
    const hasHung = error instanceof Error && error.message === 'Query read timeout';
    if (hasHung) this.connection.stream.destroy(error);
    if (!hasHung && sqlStateOf(error) !== READ_ONLY_TRANSACTION) return;
    this.#config.hosts.forget(this.#chosen);
    this.#config.onDistrust?.();
  }
}

/** A statement: poolers refuse timeouts among the parameters of a connection. */
function timeoutsStatement({ statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs }: SessionTimeouts) {
  const text = `set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${lockTimeoutMs}; \
set idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;
  return { text, query_timeout: QUERY_TIMEOUT_MS };
}

function withoutName(statement: unknown): unknown {
  const isNamed =
    typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement);
  return isNamed ? { ...statement, name: undefined } : statement;
}
