import { type Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { openPool } from './connection/pool.ts';
import { withPreparedStatements } from './connection/prepared-statements.ts';
import { SteppedKysely } from './stepped-kysely.ts';
import type { DB } from './tables.generated.ts';

/** The handle for reads, and for single statements that write. */
export type Db = Kysely<DB>;

/** The handle inside a transaction. A function that locks a row or writes more than once asks for this one. */
export type Tx = Transaction<DB>;

export type DatabaseOptions = {
  connectionString: string;
  /** Connections of this process at most; default 10. */
  maximumConnections?: number;
  /** Told when an idle connection breaks, which the pool survives by opening a new one. */
  onIdleError: (error: Error) => void;
  /** How long the answer to a statement may take before its connection is destroyed; default `QUERY_TIMEOUT_MS`. */
  queryTimeoutMs?: number;
};

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** Limits after which PostgreSQL itself gives up, in milliseconds, so that no request waits for ever. */
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
    max: options.maximumConnections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types: { getTypeParser: parserOf },
  });
  pool.on('error', options.onIdleError);
  const db = new SteppedKysely({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool, isSuspect) }) });
  return { db, pool, close: () => pool.end() };
}

const { builtins } = pg.types;

function parserOf(type: number, format?: 'text' | 'binary') {
  if (type === builtins.DATE) return (text: string) => text;
  if (type === builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text');
}
