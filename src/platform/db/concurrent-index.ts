import pg from 'pg';
import { withClient } from './connection/client.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** What `create index` takes: a name, and all that follows it. */
export type IndexDefinition = { name: string; definition: string };

/**
 * Builds an index while others read and write its table, without a time limit. Replaces one that was left unfinished, and keeps a finished
 * one. Waits for all transactions that are older.
 */
export async function buildIndexConcurrently(
  connectionString: string,
  { name, definition }: IndexDefinition,
): Promise<void> {
  const options = { purpose: `index ${name}`, connectTimeoutMs: CONNECT_TIMEOUT_MS, queryTimeoutMs: 0 };
  await withClient(connectionString, options, async (client) => {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    const index = pg.escapeIdentifier(name);
    const { rows } = await client.query<{ is_finished: boolean }>(
      'select indisvalid as is_finished from pg_index where indexrelid = to_regclass($1)',
      [index],
    );
    if (rows[0]?.is_finished) return;
    if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
    await client.query(`create index concurrently ${index} ${definition}`);
  });
}
