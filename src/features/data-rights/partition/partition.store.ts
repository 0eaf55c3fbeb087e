import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { PARTITION_SCHEMA } from '#platform/db/partitions.ts';

/** Statements that wait for these locks would wait as long, so they are given up soon. Less than `deadlock_timeout`. */
const LOCK_TIMEOUT_MS = 300;

export type PartitionedTable = { table: string; partitions: string[] };

/** All partitioned tables, with the names of their partitions. */
export async function listPartitionedTables(db: Db): Promise<PartitionedTable[]> {
  const { rows } = await sql<PartitionedTable>`
    select whole.relname::text as table, array_agg(part.relname::text order by part.relname) as partitions
    from pg_inherits
    join pg_class whole on whole.oid = inhparent and whole.relkind = 'p'
    join pg_class part on part.oid = inhrelid and part.relkind = 'r'
    where part.relnamespace = ${PARTITION_SCHEMA}::regnamespace
    group by whole.relname order by whole.relname`.execute(db);
  return rows;
}

/** Makes the partition of the month that begins on a date. Returns false if it exists, or another node is making one. */
export async function insertPartition(db: Db, table: string, month: string): Promise<boolean> {
  return withShortLocks(db, async (tx) => {
    const { rows } = await sql<{ is_made: boolean }>`
      select make_partition(${table}, ${month}::date) as is_made`.execute(tx);
    return onlyRow(rows).is_made;
  });
}

export type ExpiringPartition = { table: string; partition: string; column: string };

/**
 * Drops a partition if the column of all its rows is before an instant. Returns how many rows it had, exactly up to 100,000; 0 if it was
 * not dropped.
 */
export async function deletePartition(
  db: Db,
  { table, partition, column }: ExpiringPartition,
  before: Date,
): Promise<number> {
  const name = sql.table(`${PARTITION_SCHEMA}.${partition}`);
  const { rows } = await sql<{ rows: number }>`
    select greatest(count(*), (select reltuples from pg_class where oid = ${`${PARTITION_SCHEMA}.${partition}`}::regclass))::bigint as rows
    from (select from ${name} limit 100000) few
    where not exists (select from ${name} where ${sql.ref(column)} >= ${before}::timestamptz)`.execute(db);
  return withShortLocks(db, async (tx) => {
    const { rows: dropped } = await sql<{ is_dropped: boolean }>`
      select drop_partition(${table}, ${partition}, ${column}, ${before}::timestamptz) as is_dropped`.execute(tx);
    return onlyRow(dropped).is_dropped ? onlyRow(rows).rows : 0;
  });
}

/** The number of rows that no month has. */
export async function countRest(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from ${sql.table(`${PARTITION_SCHEMA}.${table}_rest`)}`.execute(db);
  return onlyRow(rows).rows;
}

async function withShortLocks<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    return work(tx);
  });
}
