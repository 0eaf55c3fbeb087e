import { type Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { SessionTimeouts } from './connection/client.ts';
import { type DatabaseWatch, UNWATCHED } from './connection/database-watch.ts';
import { createLongestWait, type LongestWait } from './connection/longest-wait.ts';
import { openPool } from './connection/pool.ts';
import { withPreparedStatements } from './connection/prepared-statements.ts';
import { SteppedKysely } from './stepped-kysely.ts';
import type { DB } from './tables.generated.ts';

/** The handle for reads, and for single statements that write. */
export type Db = Kysely<DB>;

/**
 * The handle for reads alone, as a replica serves them. SQL that is written as text is not checked: a replica refuses it if it writes or
 * locks.
 */
export type ReadDb = Pick<Db, 'selectFrom' | 'selectNoFrom' | 'executeQuery' | 'getExecutor' | 'fn'>;

/** The handle inside a transaction. Required by functions that lock a row or write more than once. */
export type Tx = Transaction<DB>;

export type DatabaseOptions = {
  connectionString: string;
  /** Appears in `pg_stat_activity`; default `requests`. */
  purpose?: string;
  /** Default `DEFAULT_POOL_SIZE`. */
  maxConnections?: number;
  /** How long a statement waits for a connection; default 2,000. */
  connectTimeoutMs?: number;
  /** Those of its sessions; default `DEFAULT_TIMEOUTS`. null where a pooler gives each transaction another session. */
  timeouts?: SessionTimeouts | null;
  /** Whether statements are prepared once per session; default true. */
  namesStatements?: boolean;
  /** Called when an idle connection breaks. The pool opens a new one. */
  onIdleError: (error: Error) => void;
  /** The time after which a connection that does not respond is destroyed; default `QUERY_TIMEOUT_MS`. */
  queryTimeoutMs?: number;
  watch?: DatabaseWatch;
};

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** Calls a listener after each commit of `db`, soon and perhaps too often. Transactions that fail are not reported. */
  onCommit(listener: () => void): void;
  /** The longest wait for a connection since the last call, in milliseconds. */
  readLongestWait(): number;
  close(): Promise<void>;
};

const DEFAULT_POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 2_000;
/** So that no request waits forever. */
export const DEFAULT_TIMEOUTS: SessionTimeouts = {
  statementTimeoutMs: 5_000,
  lockTimeoutMs: 2_000,
  idleInTransactionTimeoutMs: 10_000,
};

/**
 * Opens the pool and Kysely on top of it. Values arrive as: `timestamptz` a Date, `date` a string `YYYY-MM-DD`, `int8` a
 * number, `numeric` a string with all its digits.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const { pool, isSuspect } = openPool({
    connectionString: options.connectionString,
    purpose: options.purpose ?? 'requests',
    queryTimeoutMs: options.queryTimeoutMs,
    maxConnections: options.maxConnections ?? DEFAULT_POOL_SIZE,
    connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    timeouts: options.timeouts === undefined ? DEFAULT_TIMEOUTS : options.timeouts,
    namesStatements: options.namesStatements ?? true,
    types: { getTypeParser: parserOf },
  });
  pool.on('error', options.onIdleError);
  const listeners: (() => void)[] = [];
  const waits = createLongestWait();
  const watch = alsoNoting(waits, options.watch ?? UNWATCHED);
  const dialect = new PostgresDialect({ pool: withPreparedStatements(pool, isSuspect, watch) });
  const db = new SteppedKysely({ dialect }, () => {
    for (const listener of listeners) listener();
  });
  return {
    db,
    pool,
    onCommit: (listener) => void listeners.push(listener),
    readLongestWait: waits.read,
    close: () => pool.end(),
  };
}

/** Notes the waits for a connection as well. */
function alsoNoting(waits: LongestWait, watch: DatabaseWatch): DatabaseWatch {
  return {
    ...watch,
    onConnect: () => {
      const endWait = waits.begin();
      const end = watch.onConnect();
      return (error) => {
        endWait();
        end(error);
      };
    },
  };
}

const { builtins } = pg.types;

function parserOf(type: number, format?: 'text' | 'binary') {
  if (type === builtins.DATE) return (text: string) => text;
  if (type === builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text');
}
