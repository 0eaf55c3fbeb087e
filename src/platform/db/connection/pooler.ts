import { type DatabaseAddresses, isPooled, requireAddress } from './addresses.ts';
import { type DatabaseClient, QUERY_TIMEOUT_MS, type SessionTimeouts, withClient } from './client.ts';

/** A pooler that cannot be used as the settings say. The message names the setting and what to do. */
export class PoolerError extends Error {
  readonly code = 'database.pooler';
}

const CLIENT = {
  purpose: 'start',
  // A pooler may first have to open connections of its own.
  connectTimeoutMs: 10_000,
  queryTimeoutMs: QUERY_TIMEOUT_MS,
};

/**
 * Checks that sessions of the direct address last, and that sessions behind a pooler have timeouts. Changes nothing.
 * @throws {database.pooler} if not
 */
export async function checkPooler(addresses: DatabaseAddresses, timeouts: SessionTimeouts): Promise<void> {
  const { pooled, direct } = addresses;
  if (await poolsTransactions(direct)) {
    const { place } = requireAddress(direct);
    throw new PoolerError(
      isPooled(addresses)
        ? `DATABASE_DIRECT_URL: ${place} is a pooler in transaction mode, too. Use the address of the server itself.`
        : `DATABASE_URL: ${place} is a pooler in transaction mode, which keeps no sessions. Set DATABASE_DIRECT_URL to the address ` +
            'of the server itself, or use session mode. See docs/operations.md.',
    );
  }
  if (isPooled(addresses)) await requireTimeouts(pooled, timeouts);
}

/** Whether two clients that are connected at once get the same session, or one of them gets two. */
async function poolsTransactions(connectionString: string): Promise<boolean> {
  const sessionOf = async (client: DatabaseClient) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  return withClient(connectionString, CLIENT, (one) =>
    withClient(connectionString, CLIENT, async (other) => {
      // This order shows whether a pooler assigns the session that was used last, or the one that was idle longest.
      const first = await sessionOf(one);
      const second = await sessionOf(other);
      return first === second || second !== (await sessionOf(other)) || first !== (await sessionOf(one));
    }),
  );
}

async function requireTimeouts(connectionString: string, timeouts: SessionTimeouts): Promise<void> {
  const allowed: Record<string, number> = {
    statement_timeout: timeouts.statementTimeoutMs,
    lock_timeout: timeouts.lockTimeoutMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionTimeoutMs,
  };
  const found = await withClient(connectionString, CLIENT, (client) =>
    client.query<{ name: string; milliseconds: number; role: string; database: string }>(
      `select name, setting::int as milliseconds, quote_ident(current_user) as role, quote_ident(current_database()) as database
       from pg_settings where name = any($1) order by name`,
      [Object.keys(allowed)],
    ),
  );
  const missing = found.rows.filter(
    ({ name, milliseconds }) => milliseconds === 0 || milliseconds > (allowed[name] ?? 0),
  );
  if (missing.length === 0) return;
  const statements = missing.map(
    ({ name, role, database }) => `  alter role ${role} in database ${database} set ${name} = ${allowed[name]};`,
  );
  throw new PoolerError(
    `DATABASE_URL: the sessions of ${requireAddress(connectionString).place} have no timeouts, which a pooler in transaction ` +
      `mode has to give them. Run on the server, and then RECONNECT in pgbouncer:\n${statements.join('\n')}`,
  );
}
