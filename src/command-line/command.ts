import { existsSync } from 'node:fs';
import { type Config, readConfig, readDemoConfig } from '#app/config.ts';
import { joinDatabase, MIGRATIONS } from '#app/database.ts';
import type { Deps } from '#app/deps.ts';
import type { DepsOptions } from '#app/deps-options.ts';
import { readVersion } from '#app/version.ts';
import { systemClock } from '#platform/clock.ts';
import type { DatabaseAddresses } from '#platform/db/connection/addresses.ts';
import { migrationStatus } from '#platform/db/migrations.ts';
import { createLogger, type Logger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { logDestination } from '#platform/text-log.ts';
import { explainSettingError } from './setting-errors.ts';

/** Reads the configuration from the environment and from `.env` in the working directory. */
export function readOwnConfig({ isDemo = false } = {}): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return isDemo ? readDemoConfig() : readConfig();
}

/** A logger for commands: warnings and errors only, to stderr. */
export function createCommandLogger(): Logger {
  return createLogger('warn', logDestination(process.stderr));
}

/**
 * Runs `work` with the configured database. Uses the embedded database of a running server, or starts it for the duration.
 * Errors name the setting that causes them.
 */
export async function withDatabase<Result>(
  config: Config,
  log: Logger,
  work: (addresses: DatabaseAddresses) => Promise<Result>,
): Promise<Result> {
  try {
    const { addresses, close } = await joinDatabase(config, log);
    try {
      return await work(addresses);
    } finally {
      await close();
    }
  } catch (error) {
    throw explainSettingError(error, config);
  }
}

/** Runs `work` with the dependencies of a node on a migrated database. */
export async function withDeps<Result>(
  options: Pick<DepsOptions, 'config' | 'addresses' | 'log'> & Partial<DepsOptions>,
  work: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  // The module is loaded here, because most commands do not need all features.
  const { createDeps } = await import('#app/deps.ts');
  const { deps, close } = await createDeps({
    clock: systemClock,
    random: systemRandom,
    version: await readVersion(),
    isDraining: () => false,
    ...options,
  });
  try {
    return await work(deps);
  } finally {
    await close();
  }
}

/** Rejects if migrations are pending. */
export async function requireMigrated({ direct }: DatabaseAddresses): Promise<void> {
  const { pending } = await migrationStatus(direct, MIGRATIONS);
  if (pending.length > 0) throw new Error('Migrations are pending. Run first: meadow migrate');
}
