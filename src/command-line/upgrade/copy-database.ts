import { listTablesOfData } from '#app/backup/writing.ts';
import { MIGRATIONS } from '#app/database.ts';
import {
  advanceSequences,
  analyze,
  copyTable,
  listSequences,
  withLongTransaction,
  withoutConstraints,
  withSnapshot,
} from '#platform/backup/tables.ts';
import { listAppliedMigrations, migrate } from '#platform/db/migrations.ts';
import { makeSchedulerTables } from '#platform/jobs/scheduler.ts';
import { readSchedulerState, writeSchedulerState } from '#platform/jobs/scheduler-state.ts';
import type { Logger } from '#platform/log.ts';
import type { Progress } from '#platform/terminal.ts';

/**
 * Copies all rows into an empty database of any version of PostgreSQL, with the migrations that they had, and compares each table.
 * Returns the number of rows. Commits once.
 */
export async function copyDatabase(from: string, to: string, log: Logger, { step }: Progress): Promise<number> {
  const rows = await withSnapshot(from, async (source) => {
    const migrations = await listAppliedMigrations(source);
    const tables = await listTablesOfData(source);
    await migrate(to, MIGRATIONS, { upTo: migrations.at(-1)?.name });
    await makeSchedulerTables(to, log);
    return withLongTransaction(to, async (target) => {
      let count = 0;
      await withoutConstraints(target, tables, async () => {
        for (const table of tables) {
          count += await copyTable(source, target, table);
          step(tables.length);
        }
      });
      await advanceSequences(target, await listSequences(source));
      const schedule = await readSchedulerState(source);
      if (schedule !== null) await writeSchedulerState(target, schedule);
      return count;
    });
  });
  await analyze(to);
  return rows;
}
