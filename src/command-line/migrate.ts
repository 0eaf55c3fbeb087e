import type { Config } from '#app/config.ts';
import { MIGRATIONS } from '#app/database.ts';
import { migrate, migrationStatus } from '#platform/db/migrations.ts';
import { makeSchedulerTables } from '#platform/jobs/scheduler.ts';
import type { Logger } from '#platform/log.ts';
import { showing } from '#platform/terminal.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from './command.ts';
import { print } from './output.ts';

/** Applies pending migrations, as a start does, and prints them. */
export async function migrateDatabase(): Promise<void> {
  const done = await applyPending(readOwnConfig(), createCommandLogger());
  for (const name of done) print(`applied  ${name}`);
  print(done.length === 0 ? 'No migrations were pending.' : `Applied ${done.length} migrations.`);
}

/** Applies pending migrations to the configured database, and returns their names. */
export async function applyPending(config: Config, log: Logger): Promise<string[]> {
  return withDatabase(config, log, async ({ direct }) => {
    const { applied, pending } = await migrationStatus(direct, MIGRATIONS);
    return showing(`Applying ${pending.length} of ${applied.length + pending.length} migrations`, async () => {
      const names = await migrate(direct, MIGRATIONS);
      if (config.runsJobs) await makeSchedulerTables(direct, log);
      return names;
    });
  });
}
