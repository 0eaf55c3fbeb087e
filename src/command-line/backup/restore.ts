import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type BackupFacts,
  type DatabaseFacts,
  jsonOf,
  PART,
  type ReadOptions,
  tableOfRowsPart,
  verifyBackup,
} from '#app/backup/format.ts';
import { listTablesOfData } from '#app/backup/writing.ts';
import type { Config } from '#app/config.ts';
import { findEmbeddedPlace, MIGRATIONS } from '#app/database.ts';
import { keyFileOf } from '#app/encryption-key.ts';
import { type Part, readArchive } from '#platform/backup/archive.ts';
import {
  advanceSequences,
  analyze,
  copyRowsIn,
  countOtherSessions,
  listTables,
  listUsed,
  type Sequence,
  type Table,
  withLongTransaction,
  withoutConstraints,
  withSnapshot,
} from '#platform/backup/tables.ts';
import { pollFor } from '#platform/concurrency/polling.ts';
import { writeKey } from '#platform/crypto/secrets.ts';
import { checkReleased, listAppliedMigrations, listMigrations, migrate } from '#platform/db/migrations.ts';
import { codeOf } from '#platform/errors.ts';
import { makeSchedulerTables } from '#platform/jobs/scheduler.ts';
import { type SchedulerState, writeSchedulerState } from '#platform/jobs/scheduler-state.ts';
import type { Logger } from '#platform/log.ts';
import { painted, showing } from '#platform/terminal.ts';
import type { Storage } from '#providers/storage/storage.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from '../command.ts';
import { print } from '../output.ts';
import { identitiesFor, openStorage } from './backup.ts';
import { columnsOf, describeBackup, untilStopped } from './facts.ts';

/** Tables that get their first row from a user. */
const TABLES_OF_USERS = ['profile', 'identity_user', 'waitlist_entry'];

const SESSIONS_END = { intervalMs: 200, timeoutMs: 3_000 };

const RESTORE_ELSEWHERE =
  'Restore into an empty Meadow: set DATA_DIR to a new folder, or DATABASE_URL and STORAGE_URL to empty ones.';

/**
 * Restores a backup into an unused Meadow and prints its facts. Reads and checks the whole backup before it writes anything.
 * Inserts all rows in one transaction, so that a failed restore leaves no users and can be repeated.
 */
export async function restore(file: string, { identityFile }: { identityFile?: string }): Promise<void> {
  const path = resolve(file);
  const config = readOwnConfig();
  const identities = await identitiesFor(path, identityFile);
  const began = performance.now();
  const facts = await untilStopped((signal) => restoreBackup(path, config, { identities, signal }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  print(columnsOf([['Restored', `${path}, in ${seconds} s`], ...describeBackup(facts), ...(await placesOf(config))]));
  for (const hint of hintsFor(config, facts)) print(`\n${painted('yellow', hint)}`);
  print('\nNext: npm start');
}

/** `restore` with a configuration. An abort takes effect at the next part. */
export async function restoreBackup(path: string, config: Config, reading: ReadOptions = {}): Promise<BackupFacts> {
  const facts = await showing('Checking the backup', () => verifyBackup(path, reading));
  await requireKnownMigrations(facts);
  const key = keyToKeep(config, facts);
  const storage = await openStorage(config);
  const unfinished = unfinishedRestoreIn(config, facts);
  if (!(await unfinished.exists())) await requireNoFiles(storage);
  const log = createCommandLogger();
  await withDatabase(config, log, async ({ direct: connectionString }) => {
    await requireAlone(connectionString);
    await requireUnused(connectionString, facts.database);
    await unfinished.begin();
    await showing('Creating tables', () => createTables(connectionString, facts.database, config, log));
    await fill({ path, facts, config, key, storage, connectionString, reading });
    await unfinished.end();
    await analyze(connectionString);
  });
  return facts;
}

type Filling = {
  path: string;
  facts: BackupFacts;
  config: Config;
  /** The content of the key file. Null if ENCRYPTION_KEY has the key. */
  key: Buffer | null;
  storage: Storage;
  connectionString: string;
  reading: ReadOptions;
};

async function fill({ path, facts, config, key, storage, connectionString, reading }: Filling): Promise<void> {
  const { database, summary, seal } = facts;
  const tables = new Map(database.tables.map((table) => [table.name, table]));
  const rows = new Map<string, number>();
  let scheduler: SchedulerState | null = null;
  let sequences: Sequence[] = [];
  await showing('Writing files and rows', ({ step }) =>
    withLongTransaction(connectionString, async (client) => {
      await requireSameTables(await listTables(client), database.tables);
      await withoutConstraints(client, database.tables, async () => {
        const take = async (part: Part) => {
          reading.signal?.throwIfAborted();
          step(seal.parts);
          if (part.name.startsWith(PART.file)) await storage.put(part.name.slice(PART.file.length), part.bytes);
          else if (part.name.startsWith(PART.rows)) {
            const table = tables.get(tableOfRowsPart(part.name)) as Table;
            rows.set(table.name, (rows.get(table.name) ?? 0) + (await copyRowsIn(client, table, part.bytes)));
          } else if (part.name === PART.sequences) sequences = jsonOf(part);
          else if (part.name === PART.scheduler) scheduler = jsonOf(part);
        };
        const { digest } = await readArchive(path, take, reading);
        if (digest !== seal.digest) throw new Error(`${path} changed while it was read. Try again.`);
      });
      await advanceSequences(client, sequences);
      if (scheduler !== null && config.runsJobs) await writeSchedulerState(client, scheduler);
      for (const [table, expected] of Object.entries(summary.rows)) {
        const found = rows.get(table) ?? 0;
        if (found !== expected)
          throw new Error(`${table} has ${found} rows instead of ${expected}. Nothing was restored.`);
      }
      // Before the commit: rows without their key cannot be decrypted.
      if (key !== null) await writeKey(keyFileOf(config), key);
    }),
  );
}

/** Migrates to the version of the backup. The next start applies later migrations. */
async function createTables(
  connectionString: string,
  database: DatabaseFacts,
  config: Config,
  log: Logger,
): Promise<void> {
  await migrate(connectionString, MIGRATIONS, { upTo: database.migrations.at(-1)?.name });
  if (config.runsJobs) await makeSchedulerTables(connectionString, log);
}

async function requireKnownMigrations({ manifest, database }: BackupFacts): Promise<void> {
  checkReleased(database.migrations, 'backup');
  const known = new Map((await listMigrations(MIGRATIONS)).map(({ name, checksum }) => [name, checksum]));
  const unknown = database.migrations.find(({ name }) => !known.has(name));
  if (unknown !== undefined) {
    throw new Error(
      `The backup was made by a newer version (${manifest.meadow}, with the migration ${unknown.name}). Update Meadow first.`,
    );
  }
  const changed = database.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (changed !== undefined) throw new Error(`The migration ${changed.name} differs from the one in the backup.`);
}

async function requireSameTables(found: readonly Table[], expected: readonly Table[]): Promise<void> {
  const columnsIn = new Map(found.map(({ name, columns }) => [name, new Set(columns)]));
  for (const { name, columns } of expected) {
    if (columns.every((column) => columnsIn.get(name)?.has(column))) continue;
    throw new Error(`The backup has a table ${name} that does not belong to Meadow. This command cannot restore it.`);
  }
}

/** Rejects while others use the database. Sessions of a stopped server may take a moment to end. */
export async function requireAlone(connectionString: string): Promise<void> {
  const isAlone = async () => ((await withSnapshot(connectionString, countOtherSessions)) === 0 ? true : undefined);
  if ((await pollFor(isAlone, SESSIONS_END)) !== undefined) return;
  throw new Error('Other clients use the database. Stop all servers and clients of it first.');
}

async function requireUnused(connectionString: string, { migrations }: DatabaseFacts): Promise<void> {
  await withSnapshot(connectionString, async (client) => {
    const applied = await listAppliedMigrations(client);
    const used = await listUsed(client, TABLES_OF_USERS);
    if (used.length > 0)
      throw new Error(`This Meadow is in use: it has rows in ${used.join(', ')}. ${RESTORE_ELSEWHERE}`);
    if (applied.length === 0 && (await listTablesOfData(client)).length > 0) {
      throw new Error(`The database has tables of another program. ${RESTORE_ELSEWHERE}`);
    }
    const ahead = applied.find(({ name }) => !migrations.some((one) => one.name === name));
    if (ahead === undefined) return;
    throw new Error(
      `The database is already migrated to ${ahead.name}, and the backup ends at ${migrations.at(-1)?.name}. ${RESTORE_ELSEWHERE}`,
    );
  });
}

async function requireNoFiles(storage: Storage): Promise<void> {
  for await (const _file of storage.list()) throw new Error(`The file storage is not empty. ${RESTORE_ELSEWHERE}`);
}

/** The key to write to DATA_DIR. Null if ENCRYPTION_KEY is set: then one of the configured keys must be the key of the backup. */
function keyToKeep(config: Config, { secrets }: BackupFacts): Buffer | null {
  const key = Buffer.from(secrets.encryption_key, 'base64');
  const { encryptionKey, formerEncryptionKeys } = config;
  if (encryptionKey === null) return key;
  if ([encryptionKey, ...formerEncryptionKeys].some((one) => one.equals(key))) return null;
  throw new Error(
    'ENCRYPTION_KEY is not the key of this backup, so its secrets could not be decrypted. Unset ENCRYPTION_KEY, and the key of ' +
      'the backup is written to DATA_DIR, or add that key to FORMER_ENCRYPTION_KEYS.',
  );
}

/**
 * The marker of an interrupted restore. It allows the next restore of the same backup to overwrite the files that the first one
 * left. Nothing is deleted.
 */
function unfinishedRestoreIn({ dataDirectory, storage }: Config, { seal }: BackupFacts) {
  const path = join(dataDirectory, 'restore-unfinished.json');
  const place = storage.kind === 'disk' ? storage.folder : `${storage.endpoint} ${storage.bucket}`;
  const note = `${JSON.stringify({ backup: seal.digest, files: place })}\n`;
  return {
    exists: async () => {
      try {
        return (await readFile(path, 'utf8')) === note;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
    },
    begin: async () => {
      await mkdir(dataDirectory, { recursive: true });
      await writeFile(path, note, { mode: 0o600, flush: true });
    },
    end: () => rm(path, { force: true }),
  };
}

async function placesOf(config: Config): Promise<string[][]> {
  const { database, dataDirectory, storage, encryptionKey } = config;
  return [
    [
      'To',
      database.addresses === null
        ? `embedded database in ${(await findEmbeddedPlace(config)).folder}`
        : 'database of DATABASE_URL',
    ],
    ['', `files in ${storage.kind === 'disk' ? storage.folder : `the bucket ${storage.bucket}`}`],
    ...(encryptionKey === null ? [['', `key in ${join(dataDirectory, 'encryption-key')}`]] : []),
  ];
}

function hintsFor({ formerEncryptionKeys }: Config, { secrets }: BackupFacts): string[] {
  const listed = new Set(formerEncryptionKeys.map((key) => key.toString('base64')));
  if (secrets.former_encryption_keys.every((key) => listed.has(key))) return [];
  return [
    'The backup has FORMER_ENCRYPTION_KEYS that are not set here. Set them, or their secrets cannot be\n' +
      'decrypted. To read them: tar -xzOf <file> secrets.json (of an encrypted file: age -d -i <identity> <file> | tar -xzO secrets.json)',
  ];
}
