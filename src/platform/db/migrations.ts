import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { NO_TIMEOUTS } from './connection/client.ts';
import { openPool } from './connection/pool.ts';

/** A file is `0001_what_it_does.sql`; the number gives the order. */
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** A database that starts takes a while; one that is silent for longer is not there. */
const CONNECT_TIMEOUT_MS = 10_000;

/** The first migration of every version before 0.1.0, whose tables have other names. The baseline begins with another. */
const FIRST_PRE_RELEASE_MIGRATION = '0001_accounts';

export type MigrationStatus = { applied: string[]; pending: string[] };

/** A database or a backup from a version before 0.1.0, which no migration brings up to date. `code` is stable. */
export class PreReleaseError extends Error {
  readonly code = 'migrations.pre-release';

  constructor(subject: 'database' | 'backup') {
    super(
      `A version of Meadow before 0.1.0 made this ${subject}, and this version cannot use it (migrations.pre-release). Nothing was ` +
        'changed. Start with an empty database: set DATABASE_URL to another one, or DATA_DIR to another folder. To keep the data, ' +
        'export it with the version that made it.',
    );
  }
}

/** @throws {migrations.pre-release} if a version before 0.1.0 applied these migrations */
export function checkReleased(migrations: readonly { name: string }[], subject: 'database' | 'backup'): void {
  if (migrations.some(({ name }) => name === FIRST_PRE_RELEASE_MIGRATION)) throw new PreReleaseError(subject);
}

/**
 * Applies every pending file of `directory`, in order, in one transaction, and returns their names. Several processes may
 * call this at once: one does the work while the others wait, and then find nothing to do. Throws, with nothing applied,
 * when a file fails, when a landed file was changed or is gone, or when a new file sorts before a landed one. `upTo` names the
 * last file to apply; it must not be one before the last that has been applied.
 * @throws {migrations.pre-release} if a version before 0.1.0 made the database
 */
export async function migrate(connectionString: string, directory: string, upTo?: string): Promise<string[]> {
  return withMigrator(connectionString, directory, async (migrator, db, files) => {
    await checkUnchanged(db, files);
    const { error, results = [] } =
      upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
    if (error !== undefined) {
      const failed = results.find((result) => result.status === 'Error');
      throw new Error(failed ? `Migration ${failed.migrationName} failed.` : 'The migrations could not be applied.', {
        cause: error,
      });
    }
    return results.map((result) => result.migrationName);
  });
}

/**
 * Which files have been applied to the database, and which are waiting, by name.
 * @throws {migrations.pre-release} if a version before 0.1.0 made the database
 */
export async function migrationStatus(connectionString: string, directory: string): Promise<MigrationStatus> {
  return withMigrator(connectionString, directory, async (migrator) => {
    const migrations = await migrator.getMigrations();
    const namesWhere = (isApplied: boolean) =>
      migrations.filter((migration) => (migration.executedAt !== undefined) === isApplied).map(({ name }) => name);
    return { applied: namesWhere(true), pending: namesWhere(false) };
  });
}

export async function migrationNames(directory: string): Promise<string[]> {
  return (await readMigrationFiles(directory)).map(({ name }) => name);
}

export type MigrationChecksum = { name: string; checksum: string };

/** The migrations in `directory`, in order. */
export async function listMigrations(directory: string): Promise<MigrationChecksum[]> {
  return (await readMigrationFiles(directory)).map(({ name, checksum }) => ({ name, checksum }));
}

/**
 * The migrations that a database has, in order; none where it has never been migrated.
 * @throws {migrations.pre-release} if a version before 0.1.0 made the database
 */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<MigrationChecksum[]> {
  await checkDatabaseReleased(client);
  const { rows: tables } = await client.query(`select where to_regclass('schema_migration_checksum') is not null`);
  if (tables.length === 0) return [];
  const { rows } = await client.query<MigrationChecksum>(
    'select name, checksum from schema_migration_checksum order by name',
  );
  return rows;
}

type MigrationFile = { name: string; text: string; checksum: string };
type ChecksumTable = { schema_migration_checksum: { name: string; checksum: string } };

async function withMigrator<Result>(
  connectionString: string,
  directory: string,
  work: (migrator: Migrator, db: Kysely<ChecksumTable>, files: readonly MigrationFile[]) => Promise<Result>,
): Promise<Result> {
  const files = await readMigrationFiles(directory);
  // A pool of its own: a migration may run longer than any request is allowed to.
  const { pool } = openPool({
    connectionString,
    purpose: 'migrations',
    maxConnections: 2,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    queryTimeoutMs: 0,
    timeouts: NO_TIMEOUTS,
  });
  // An idle connection may break: the next query opens another.
  pool.on('error', () => undefined);
  const db = new Kysely<ChecksumTable>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, asMigration(file)])) },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  });
  try {
    await checkDatabaseReleased(pool);
    return await work(migrator, db, files);
  } finally {
    // Kysely would end it only after a query of its own.
    await pool.end();
  }
}

async function checkDatabaseReleased(client: pg.Pool | pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query(`select where to_regclass('schema_migration') is not null`);
  if (tables.length === 0) return;
  const { rows } = await client.query<{ name: string }>('select name from schema_migration');
  checkReleased(rows, 'database');
}

async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (fileName) => {
      if (!FILE_NAME.test(fileName)) {
        throw new Error(`Rename the migration ${fileName}: a name is like 0001_what_it_does.sql.`);
      }
      const text = await readFile(join(directory, fileName), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name: fileName.slice(0, -'.sql'.length), text, checksum };
    }),
  );
}

function asMigration(file: MigrationFile): Migration {
  return {
    async up(db: Kysely<ChecksumTable>) {
      await sql`create table if not exists schema_migration_checksum (name text primary key, checksum text not null)`.execute(
        db,
      );
      await sql.raw(file.text).execute(db);
      await db.insertInto('schema_migration_checksum').values({ name: file.name, checksum: file.checksum }).execute();
    },
  };
}

/** Rejects files that were changed after they had been applied. */
async function checkUnchanged(db: Kysely<ChecksumTable>, files: readonly MigrationFile[]): Promise<void> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('schema_migration_checksum') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return;
  const landed = await db.selectFrom('schema_migration_checksum').selectAll().execute();
  const checksums = new Map(landed.map(({ name, checksum }) => [name, checksum]));
  const changed = files.filter((file) => (checksums.get(file.name) ?? file.checksum) !== file.checksum);
  if (changed.length > 0) {
    const names = changed.map((file) => file.name).join(', ');
    throw new Error(
      `The migration ${names} was changed after it had been applied. Restore the file and put the change into a new one.`,
    );
  }
}
