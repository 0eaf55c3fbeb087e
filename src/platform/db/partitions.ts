import { type RawBuilder, sql } from 'kysely';
import { smallestIdAt } from '../ids.ts';
import { withClient } from './connection/client.ts';

/** The schema of the partitions. Only their tables are in the schema of the others. */
export const PARTITION_SCHEMA = 'partitions';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** An id can be older than its row: a request with an Idempotency-Key that runs again within a day keeps its ids. */
const MAX_ID_AGE_MS = 2 * DAY_MS;
/** The clocks of two nodes differ by less. */
const MAX_CLOCK_SKEW_MS = DAY_MS;
/** Instants that an id can hold: 48 bits of milliseconds. */
const MAX_ID_MS = 2 ** 48 - 1;

/**
 * Whether an id can be that of a row created in a span of time. In a partitioned table, a statement with this condition reads the
 * partitions of the span only. It admits a few days around it, so the statement needs its condition on the creation time as well.
 */
export function idFits({ from, until }: { from?: Date | undefined; until?: Date | undefined }): RawBuilder<boolean> {
  const bounds = [sql<boolean>`true`];
  if (from !== undefined) bounds.push(sql`id >= ${idAt(from.getTime() - MAX_ID_AGE_MS)}`);
  if (until !== undefined) bounds.push(sql`id <= ${idAt(until.getTime() + MAX_CLOCK_SKEW_MS)}`);
  return sql.join(bounds, sql` and `);
}

function idAt(ms: number): string {
  return smallestIdAt(new Date(Math.min(Math.max(ms, 0), MAX_ID_MS)));
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Other statements wait as long as this one waits for its lock. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Partitions `notification`, a day after the migration that prepares it: nodes of the version before need its unique key. Reads the table
 * once, without a time limit, while other nodes wait. Returns whether it did.
 */
export async function partitionNotifications(connectionString: string, delayMs = DAY_MS): Promise<boolean> {
  const options = { purpose: 'migrations', connectTimeoutMs: CONNECT_TIMEOUT_MS, queryTimeoutMs: 0 };
  return withClient(connectionString, options, async (client) => {
    await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const { rows } = await client.query<{ is_done: boolean }>(
      `select partition_by_month('notification') as is_done from schema_migration
       where name = '0041_partitions' and timestamp::timestamptz <= now() - $1 * interval '1 millisecond'
         and not exists (select from pg_partitioned_table where partrelid = 'notification'::regclass)`,
      [delayMs],
    );
    await client.query('commit');
    return rows[0]?.is_done ?? false;
  });
}
