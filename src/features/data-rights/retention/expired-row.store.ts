import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { ExpiredRows } from '#platform/db/table/tables.ts';

/** Deletes up to `limit` rows whose column is before an instant, oldest first. Skips rows that are in use. Returns their number. */
export async function deleteRowsBefore(
  db: Db,
  { table, column }: Pick<ExpiredRows, 'table' | 'column'>,
  before: Date,
  limit: number,
): Promise<number> {
  const isExpired = sql`${sql.ref(column)} < ${before}::timestamptz`;
  // A ctid is unique within a partition: rows of other partitions with the same ones are deleted only if they have expired.
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${isExpired}
      order by ${sql.ref(column)} limit ${limit} for update skip locked
    )) and ${isExpired}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
