import { existsSync } from 'node:fs';
import { type Config, readConfig, readDemoConfig } from '../app/config.ts';
import { joinDatabase } from '../app/database.ts';
import { MIGRATIONS } from '../app/deps.ts';
import { migrationStatus } from '../platform/db/migrations.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import { logDestination } from '../platform/text-log.ts';
import { namingSetting } from './setting-errors.ts';

/** The configuration of the environment and of a file .env in the folder where the command was typed, or that of the demo. */
export function readOwnConfig({ isDemo = false } = {}): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return isDemo ? readDemoConfig() : readConfig();
}

/** For commands that people look at: what went wrong alone, beside their own output. */
export function createCommandLogger(): Logger {
  return createLogger('warn', logDestination(process.stderr));
}

/**
 * Works with the database of the configuration: with the one of a running server where that has it, or else until the end. Failures
 * name the setting that is to blame.
 */
export async function withDatabase<Result>(
  config: Config,
  log: Logger,
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  try {
    const { connectionString, close } = await joinDatabase(config, log);
    try {
      return await work(connectionString);
    } finally {
      await close();
    }
  } catch (error) {
    throw namingSetting(error, config);
  }
}

/** Throws where the database lacks a migration that this version of the code needs. */
export async function requireMigrated(connectionString: string): Promise<void> {
  const { pending } = await migrationStatus(connectionString, MIGRATIONS);
  if (pending.length > 0) throw new Error('The database is not up to date. Run this first: meadow migrate');
}
