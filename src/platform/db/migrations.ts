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

/** The first line of a migration that takes away what the version before it uses: see CONTRIBUTING.md. */
const CONTRACT = /^-- contract:/;

/** A newer version has taken away what this version needs. `code` is stable. */
export class NewerSchemaError extends Error {
  readonly code = 'migrations.newer';

  constructor(names: readonly string[]) {
    super(
      `The database belongs to a newer version of Meadow: its migrations ${names.join(', ')} take away what this version needs ` +
        '(migrations.newer). Nothing was changed. Start the newer version, or restore a backup that was made before the update.',
    );
  }
}

export type MigrateOptions = {
  /** The last file to apply. It must not be one before the last that has been applied. */
  upTo?: string | undefined;
  /** Called with the migrations of a newer version that the database has, if this version can use it. */
  onNewer?: (names: string[]) => void;
};

/**
 * Applies every pending file of `directory`, in order, in one transaction, and returns their names. Several processes may
 * call this at once: one does the work while the others wait, and then find nothing to do. Throws, with nothing applied,
 * when a file fails, when a landed file was changed or is gone, or when a new file sorts before a landed one. Does nothing if a newer
 * version has migrated the database and none of its migrations is a contraction.
 * @throws {migrations.pre-release} if a version before 0.1.0 made the database
 * @throws {migrations.newer} if a contraction of a newer version has been applied
 */
export async function migrate(
  connectionString: string,
  directory: string,
  { upTo, onNewer = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  return withMigrator(connectionString, directory, async (migrator, db, files) => {
    await checkUnchanged(db, files);
    if (await isNewer(db, files, onNewer)) return [];
    const { error, results = [] } =
      upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
    if (error !== undefined) {
      // A newer node may have been migrating meanwhile: the library waited for it.
      if (results.length === 0 && (await isNewer(db, files, onNewer))) return [];
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

/** A pending migration. A contraction takes away what the version before it uses. */
export type PendingMigration = { name: string; isContraction: boolean };

/** The pending files, in order. */
export async function listPending(connectionString: string, directory: string): Promise<PendingMigration[]> {
  const { pending } = await migrationStatus(connectionString, directory);
  const files = await readMigrationFiles(directory);
  return files
    .filter(({ name }) => pending.includes(name))
    .map(({ name, text }) => ({ name, isContraction: CONTRACT.test(text) }));
}

/**
 * Applies the pending files in one transaction, and rolls it back. Waits two seconds for a lock at most. Rejects with the error of the
 * file that fails.
 */
export async function rehearse(client: pg.ClientBase, directory: string, pending: readonly string[]): Promise<void> {
  const files = (await readMigrationFiles(directory)).filter(({ name }) => pending.includes(name));
  await client.query(`begin; set local lock_timeout = '2s'`);
  try {
    for (const { name, text } of files) {
      await client.query(text).catch((cause: unknown) => {
        throw new Error(`Migration ${name} failed.`, { cause });
      });
    }
  } finally {
    await client.query('rollback');
  }
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
type ChecksumTable = { schema_migration_checksum: { name: string; checksum: string; is_contract: boolean } };

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
      await sql`
        create table if not exists schema_migration_checksum (name text primary key, checksum text not null);
        alter table schema_migration_checksum add column if not exists is_contract boolean not null default false`.execute(
        db,
      );
      await sql.raw(file.text).execute(db);
      const { name, text, checksum } = file;
      await db
        .insertInto('schema_migration_checksum')
        .values({ name, checksum, is_contract: CONTRACT.test(text) })
        .execute();
    },
  };
}

/**
 * Whether a newer version has migrated the database, and this version can use it.
 * @throws {migrations.newer}
 */
async function isNewer(
  db: Kysely<ChecksumTable>,
  files: readonly MigrationFile[],
  onNewer: (names: string[]) => void,
): Promise<boolean> {
  const { rows: landed } = await listLanded(db);
  const newer = landed.filter(({ name }) => !files.some((file) => file.name === name));
  const isBehind = files.some((file) => !landed.some(({ name }) => name === file.name));
  // Files that are missing in the middle are left to the library, which refuses them.
  const last = files.at(-1)?.name ?? '';
  if (newer.length === 0 || isBehind || newer.some(({ name }) => name < last)) return false;
  const contractions = newer.filter(({ is_contract }) => is_contract).map(({ name }) => name);
  if (contractions.length > 0) throw new NewerSchemaError(contractions);
  onNewer(newer.map(({ name }) => name));
  return true;
}

async function listLanded(db: Kysely<ChecksumTable>) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_attribute
    where attrelid = to_regclass('schema_migration_checksum') and attname = 'is_contract' and not attisdropped`.execute(
    db,
  );
  if (rows[0]?.count !== 1) return { rows: [] };
  return sql<{ name: string; is_contract: boolean }>`
    select name, is_contract from schema_migration_checksum order by name`.execute(db);
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
