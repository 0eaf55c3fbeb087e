import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import { keyFileOf } from '../../app/encryption-key.ts';
import { readVersion } from '../../app/version.ts';
import { type AddPart, writeArchive } from '../../platform/backup/archive.ts';
import { copyRowsOut, listSequences, listTables, serverVersion, withSnapshot } from '../../platform/backup/tables.ts';
import { systemClock } from '../../platform/clock.ts';
import { readKey } from '../../platform/crypto/secrets.ts';
import { listAppliedMigrations } from '../../platform/db/migrations.ts';
import { readSchedulerState } from '../../platform/jobs/scheduler-state.ts';
import { painted, showing } from '../../platform/terminal.ts';
import { createStorage } from '../../providers/storage/storage.factory.ts';
import type { ListedFile, Storage } from '../../providers/storage/storage.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from '../command.ts';
import { print } from '../output.ts';
import {
  type BackupFacts,
  columnsOf,
  type DatabaseFacts,
  describeBackup,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  PART,
  rowsPartName,
  type Secrets,
  type Summary,
  untilStopped,
  verifyBackup,
} from './format.ts';

/** More than the clocks of this machine and of a bucket are apart. */
const CLOCK_MARGIN_MS = 15 * 60 * 1000;

/** Rows that end by themselves within minutes. */
const TABLES_WITHOUT_ROWS = ['rate_limit'];

/** Tables of the migrator, which a restore fills by migrating. */
const TABLES_OF_MIGRATIONS = ['schema_migration', 'schema_migration_lock', 'schema_migration_checksum'];

/** Writes database, files and secrets into one new file, beside a running server or without one, and says what is in it. */
export async function backUp(file: string): Promise<void> {
  const path = resolve(file);
  if (existsSync(path)) throw new Error(`${path} is there already. Name another file, or delete it first.`);
  const config = readOwnConfig();
  const began = performance.now();
  const facts = await untilStopped((signal) => writeBackup(path, config, signal));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const kilobytes = Math.ceil((await stat(path)).size / 1024).toLocaleString('en');
  print(columnsOf([['Backup', `${path}, ${kilobytes} KB, in ${seconds} s`], ...describeBackup(facts)]));
  print(`\n${painted('yellow', SECRECY)}`);
}

const SECRECY = `Whoever has this file can read everything that people wrote, and sign in as any of them: it holds the
database and the encryption key. Keep it where nobody else can read it, and off this machine.`;

/** Reads a backup to its end, and says what is in it. Throws where it is damaged. */
export async function listBackup(file: string): Promise<void> {
  const path = resolve(file);
  const facts = await showing('Reading the backup', () => verifyBackup(path));
  print(columnsOf([['Backup', `${path}, whole`], ...describeBackup(facts)]));
}

/** The same with these settings. Stops at the next part where the signal says so. */
export async function writeBackup(path: string, config: Config, signal: AbortSignal): Promise<BackupFacts> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDirectory, 'postgres'))) {
    throw new Error(`There is no database in ${config.dataDirectory} yet. Is DATA_DIR or DATABASE_URL the right one?`);
  }
  const secrets = await readSecrets(config);
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    meadow: await readVersion(),
    made_at: systemClock.now().toISOString(),
  };
  const storage = await openStorage(config);
  return withDatabase(config, createCommandLogger(), async (connectionString) => {
    let database: DatabaseFacts = { postgresql: '', migrations: [], tables: [] };
    const summary: Summary = { rows: {}, files: 0 };
    const seal = await writeArchive(path, async (write) => {
      const add: AddPart = async (name, bytes) => {
        signal.throwIfAborted();
        await write(name, bytes);
      };
      const addJson = (name: string, facts: unknown) => add(name, JSON.stringify(facts));
      await addJson(PART.manifest, manifest);
      await addJson(PART.secrets, secrets);
      // A file that is deleted after the snapshot is in it by the first pass, and one that was put before it by the second.
      const files = createFileReader(storage, add);
      summary.files += await showing('Reading files', files.addAll);
      await withSnapshot(connectionString, async (client) => {
        summary.files += await showing('Reading files that are new', files.addNew);
        database = {
          postgresql: await serverVersion(client),
          migrations: await listAppliedMigrations(client),
          tables: (await listTables(client)).filter(({ name }) => !TABLES_OF_MIGRATIONS.includes(name)),
        };
        if (database.migrations.length === 0) throw new Error('The database is empty: there is nothing to back up.');
        await addJson(PART.database, database);
        await showing('Reading the database', async ({ step }) => {
          for (const table of database.tables) {
            let index = 0;
            if (!TABLES_WITHOUT_ROWS.includes(table.name)) {
              summary.rows[table.name] = await copyRowsOut(client, table, async (chunk) => {
                await add(rowsPartName(table.name, index), chunk);
                index += 1;
              });
            }
            step(database.tables.length);
          }
        });
        await addJson(PART.sequences, await listSequences(client));
        await addJson(PART.scheduler, await readSchedulerState(client));
      });
      await addJson(PART.summary, summary);
    });
    return { manifest, secrets, database, summary, seal };
  });
}

/** Adds files to a backup: all of them, and later those that are new. */
function createFileReader(storage: Storage, add: AddPart) {
  const since = systemClock.now().getTime() - CLOCK_MARGIN_MS;
  /** When the files were put that might be taken for new ones. */
  const recent = new Map<string, number>();
  const addUnless = async (isKnown: (file: ListedFile) => boolean): Promise<number> => {
    let count = 0;
    for await (const listed of storage.list()) {
      if (isKnown(listed)) continue;
      const file = await storage.read(listed.key);
      // Deleted since it was listed.
      if (file === null) continue;
      await add(PART.file + listed.key, file.bytes);
      count += 1;
      if (listed.modifiedAt.getTime() >= since) recent.set(listed.key, listed.modifiedAt.getTime());
    }
    return count;
  };
  return {
    /** Returns how many they are. */
    addAll: () => addUnless(() => false),
    addNew: () =>
      addUnless(({ key, modifiedAt }) => modifiedAt.getTime() < since || recent.get(key) === modifiedAt.getTime()),
  };
}

async function readSecrets(config: Config): Promise<Secrets> {
  const key = config.encryptionKey ?? (await readKey(keyFileOf(config)));
  if (key === null) {
    throw new Error(
      `There is no encryption key: neither ENCRYPTION_KEY is set, nor is there a file ${keyFileOf(config)}. ` +
        'Run this where Meadow runs, with the same settings.',
    );
  }
  return {
    encryption_key: key.toString('base64'),
    former_encryption_keys: config.formerEncryptionKeys.map((former) => former.toString('base64')),
  };
}

/** The files of the configuration; a failure says its reason. */
export async function openStorage(config: Config): Promise<Storage> {
  return createStorage(config.storage, ({ operation, reason }) => {
    process.stderr.write(`Files cannot be kept or read (${operation}: ${reason}).\n`);
  });
}
