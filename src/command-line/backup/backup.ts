import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import { keyFileOf } from '../../app/encryption-key.ts';
import { readVersion } from '../../app/version.ts';
import { BACKUP_RUN } from '../../features/operations/index.ts';
import { type AddPart, writeArchive } from '../../platform/backup/archive.ts';
import { copyRowsOut, listSequences, listTables, serverVersion, withSnapshot } from '../../platform/backup/tables.ts';
import { systemClock } from '../../platform/clock.ts';
import { readKey } from '../../platform/crypto/secrets.ts';
import type { DatabaseAddresses } from '../../platform/db/connection/addresses.ts';
import { createDatabase } from '../../platform/db/database.ts';
import { listAppliedMigrations } from '../../platform/db/migrations.ts';
import { createIds } from '../../platform/ids.ts';
import { insertJobRun, updateJobRun } from '../../platform/jobs/job-run.store.ts';
import { readSchedulerState } from '../../platform/jobs/scheduler-state.ts';
import { systemRandom } from '../../platform/random.ts';
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

/** Larger than the difference between the clocks of this machine and of a bucket. */
const CLOCK_MARGIN_MS = 15 * 60 * 1000;

/** Tables whose rows expire within minutes or with their node, and those of exports and imports, which users can start again. */
const TABLES_WITHOUT_ROWS = ['rate_limit', 'node_lease', 'data_export', 'data_import'];
const FOLDERS_WITHOUT_FILES = ['exports/', 'imports/'];

/** Tables of the migrator. A restore fills them by migrating. */
const TABLES_OF_MIGRATIONS = ['schema_migration', 'schema_migration_lock', 'schema_migration_checksum'];

/** Writes database, files and secrets to one new file, also while a server runs, and prints its facts. */
export async function backUp(file: string): Promise<void> {
  const path = resolve(file);
  if (existsSync(path)) throw new Error(`${path} already exists. Name another file, or delete it first.`);
  const config = readOwnConfig();
  const began = performance.now();
  const facts = await untilStopped((signal) => writeBackup(path, config, signal, recordBackup));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const kilobytes = Math.ceil((await stat(path)).size / 1024).toLocaleString('en');
  print(columnsOf([['Backup', `${path}, ${kilobytes} KB, in ${seconds} s`], ...describeBackup(facts)]));
  print(`\n${painted('yellow', SECRECY)}`);
}

const SECRECY = `The file contains the database and the encryption key. With it, all texts of all users can be read
and any user can be impersonated. Store it on another machine, readable only by you.`;

/** Reads a whole backup and prints its facts. Rejects if it is damaged. */
export async function listBackup(file: string): Promise<void> {
  const path = resolve(file);
  const facts = await showing('Reading the backup', () => verifyBackup(path));
  print(columnsOf([['Backup', `${path}, complete`], ...describeBackup(facts)]));
}

/** `backUp` with a configuration. An abort takes effect at the next part. */
export async function writeBackup(
  path: string,
  config: Config,
  signal: AbortSignal,
  onWritten: (addresses: DatabaseAddresses) => Promise<void> = async () => undefined,
): Promise<BackupFacts> {
  if (config.database.addresses === null && !existsSync(join(config.dataDirectory, 'postgres'))) {
    throw new Error(`There is no database in ${config.dataDirectory}. Check DATA_DIR and DATABASE_URL.`);
  }
  const secrets = await readSecrets(config);
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    meadow: await readVersion(),
    made_at: systemClock.now().toISOString(),
  };
  const storage = await openStorage(config);
  return withDatabase(config, createCommandLogger(), async (addresses) => {
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
      // The first pass has files that are deleted after the snapshot, the second has files added before the snapshot.
      const files = createFileReader(storage, add);
      summary.files += await showing('Reading files', files.addAll);
      await withSnapshot(addresses.direct, async (client) => {
        summary.files += await showing('Reading new files', files.addNew);
        database = {
          postgresql: await serverVersion(client),
          migrations: await listAppliedMigrations(client),
          tables: (await listTables(client)).filter(({ name }) => !TABLES_OF_MIGRATIONS.includes(name)),
        };
        if (database.migrations.length === 0) throw new Error('The database is empty. There is nothing to back up.');
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
    await onWritten(addresses);
    return { manifest, secrets, database, summary, seal };
  });
}

/** So that the checklist of the super admin can tell the last backup. */
async function recordBackup({ direct }: DatabaseAddresses): Promise<void> {
  const { db, close } = createDatabase({ connectionString: direct, onIdleError: () => undefined });
  const now = systemClock.now();
  const id = createIds(systemClock, systemRandom).next();
  await insertJobRun(db, { id, job: BACKUP_RUN, now });
  await updateJobRun(db, id, { result: {}, now });
  await close();
}

/** Adds all files to a backup, and later the new files. */
function createFileReader(storage: Storage, add: AddPart) {
  const since = systemClock.now().getTime() - CLOCK_MARGIN_MS;
  /** Modification times of files that look new in the second pass. */
  const recent = new Map<string, number>();
  const addUnless = async (isKnown: (file: ListedFile) => boolean): Promise<number> => {
    let count = 0;
    for await (const listed of storage.list()) {
      if (isKnown(listed) || FOLDERS_WITHOUT_FILES.some((folder) => listed.key.startsWith(folder))) continue;
      const file = await storage.read(listed.key);
      // Deleted after the list was read.
      if (file === null) continue;
      await add(PART.file + listed.key, file.bytes);
      count += 1;
      if (listed.modifiedAt.getTime() >= since) recent.set(listed.key, listed.modifiedAt.getTime());
    }
    return count;
  };
  return {
    /** Both return the number of files. */
    addAll: () => addUnless(() => false),
    addNew: () =>
      addUnless(({ key, modifiedAt }) => modifiedAt.getTime() < since || recent.get(key) === modifiedAt.getTime()),
  };
}

async function readSecrets(config: Config): Promise<Secrets> {
  const key = config.encryptionKey ?? (await readKey(keyFileOf(config)));
  if (key === null) {
    throw new Error(
      `There is no encryption key: ENCRYPTION_KEY is not set, and ${keyFileOf(config)} does not exist. ` +
        'Run this command on the machine of the server, with the same settings.',
    );
  }
  return {
    encryption_key: key.toString('base64'),
    former_encryption_keys: config.formerEncryptionKeys.map((former) => former.toString('base64')),
  };
}

/** The storage of the configuration. Prints the reason of a failure. */
export async function openStorage(config: Config): Promise<Storage> {
  return createStorage(config.storage, ({ operation, reason }) => {
    process.stderr.write(`The file storage failed (${operation}: ${reason}).\n`);
  });
}
