import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';

/** A connection keeps at most this many prepared statements; texts beyond that are planned each time they are sent. */
const MAXIMUM_NAMED_STATEMENTS = 1000;

/**
 * The pool as Kysely wants it, with each parametrised statement sent under a name, so that PostgreSQL parses and plans it
 * once per connection (measured: 1.3 to 2 times more reads per second). The name is a digest of the text, so equal texts
 * share a name on every connection and different texts never do.
 */
export function withNamedStatements(pool: Pool): PostgresPool {
  const names = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MAXIMUM_NAMED_STATEMENTS) return undefined;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
    return name;
  }

  function wrap(client: PoolClient): PostgresPoolClient {
    const query = (text: string, values: readonly unknown[]): Promise<QueryResult> => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      return client.query({ ...(name !== undefined && { name }), text, values: [...values] });
    };
    // Kysely's type also takes a cursor in place of the text; nothing here streams rows that way.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
  }

  return { connect: async () => wrap(await pool.connect()), end: () => pool.end() };
}
