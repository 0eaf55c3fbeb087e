import { type Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DatabaseWatch } from './connection/database-watch.ts';
import { openPool } from './connection/pool.ts';
import { withPreparedStatements } from './connection/prepared-statements.ts';
import { SteppedKysely } from './stepped-kysely.ts';
import type { DB } from './tables.generated.ts';

/** The handle for reads, and for single statements that write. */
export type Db = Kysely<DB>;

/** The handle inside a transaction. Required by functions that lock a row or write more than once. */
export type Tx = Transaction<DB>;

export type DatabaseOptions = {
  connectionString: string;
  /** Default 10. */
  maxConnections?: number;
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
  close(): Promise<void>;
};

/** Limits that PostgreSQL enforces, so that no request waits forever. */
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/**
 * Opens the pool and Kysely on top of it. Values arrive as: `timestamptz` a Date, `date` a string `YYYY-MM-DD`, `int8` a
 * number, `numeric` a string with all its digits.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const { pool, isSuspect } = openPool({
    connectionString: options.connectionString,
    purpose: 'requests',
    queryTimeoutMs: options.queryTimeoutMs,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types: { getTypeParser: parserOf },
  });
  pool.on('error', options.onIdleError);
  const listeners: (() => void)[] = [];
  const dialect = new PostgresDialect({ pool: withPreparedStatements(pool, isSuspect, options.watch) });
  const db = new SteppedKysely({ dialect }, () => {
    for (const listener of listeners) listener();
  });
  return { db, pool, onCommit: (listener) => void listeners.push(listener), close: () => pool.end() };
}

const { builtins } = pg.types;

function parserOf(type: number, format?: 'text' | 'binary') {
  if (type === builtins.DATE) return (text: string) => text;
  if (type === builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text');
}
