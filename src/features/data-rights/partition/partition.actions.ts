import { codeOf } from '#platform/errors.ts';
import type { DataRightsDeps } from '../deps.ts';
import { monthsToMake, partitionsBefore } from './partition.rules.ts';
import type { PartitionRun } from './partition.schema.ts';
import {
  countRest,
  deletePartition,
  insertPartition,
  listPartitionedTables,
  type PartitionedTable,
} from './partition.store.ts';

type PartitionDeps = Pick<DataRightsDeps, 'db' | 'clock' | 'log'>;

/**
 * Makes the partitions of the next months. Fails for a table with rows that belong to none: no row is refused, but those are in no
 * month and are never dropped with one. An error ends its table alone.
 */
export async function makePartitions(deps: PartitionDeps): Promise<PartitionRun> {
  const made: string[] = [];
  const errors: string[] = [];
  for (const partitioned of await listPartitionedTables(deps.db)) {
    const { table } = partitioned;
    try {
      made.push(...(await makeMonths(deps, partitioned)));
      const rest = await countRest(deps.db, table);
      if (rest === 0) continue;
      deps.log.error({ event: 'partitions.rows-outside', table, rows: rest }, 'rows belong to no month that is made');
      errors.push(`${table}: ${rest} rows belong to no month that is made`);
    } catch (error) {
      deps.log.warn({ event: 'partitions.not-made', err: error, table }, 'a partition could not be made');
      errors.push(`${table}: ${codeOf(error)}`);
    }
  }
  const outcome = made.length === 0 ? 'All partitions are made.' : `Made ${made.join(', ')}.`;
  const message = errors.length === 0 ? outcome : `${outcome} Failed: ${errors.join(', ')}.`;
  return { success: errors.length === 0, message, results: { made, errors } };
}

async function makeMonths({ db, clock }: PartitionDeps, { table, partitions }: PartitionedTable): Promise<string[]> {
  const made: string[] = [];
  for (const month of monthsToMake(partitions, clock.now())) {
    if (await insertPartition(db, table, month)) made.push(`${table} ${month.slice(0, 7)}`);
  }
  return made;
}

/** Drops the partitions of a table all of whose rows are from before an instant, and returns how many rows they had. */
export async function dropPartitionsBefore(
  { db }: Pick<DataRightsDeps, 'db'>,
  { table, column }: { table: string; column: string },
  before: Date,
): Promise<number> {
  const tables = await listPartitionedTables(db);
  const partitions = tables.find((partitioned) => partitioned.table === table)?.partitions ?? [];
  let rows = 0;
  for (const partition of partitionsBefore(partitions, before)) {
    rows += await deletePartition(db, { table, partition, column }, before);
  }
  return rows;
}
