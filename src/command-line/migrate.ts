import { MIGRATIONS } from '../app/database.ts';
import { migrate, migrationStatus } from '../platform/db/migrations.ts';
import { makeSchedulerTables } from '../platform/jobs/scheduler.ts';
import { showing } from '../platform/terminal.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from './command.ts';
import { print } from './output.ts';

/** Applies pending migrations, as a start does, and prints them. */
export async function migrateDatabase(): Promise<void> {
  const config = readOwnConfig();
  const log = createCommandLogger();
  await withDatabase(config, log, async (addresses) => {
    const { applied, pending } = await migrationStatus(addresses.direct, MIGRATIONS);
    const done = await showing(
      `Applying ${pending.length} of ${applied.length + pending.length} migrations`,
      async () => {
        const names = await migrate(addresses.direct, MIGRATIONS);
        if (config.runsJobs) await makeSchedulerTables(addresses.direct, log);
        return names;
      },
    );
    for (const name of done) print(`applied  ${name}`);
    print(done.length === 0 ? 'No migrations were pending.' : `Applied ${done.length} migrations.`);
  });
}
