import { setTimeout as delay } from 'node:timers/promises';
import { type AddPart, writeArchive } from '#platform/backup/archive.ts';
import {
  copyRowsOut,
  listSequences,
  listTables,
  type Session,
  serverVersion,
  type Table,
  withSnapshot,
} from '#platform/backup/tables.ts';
import { systemClock } from '#platform/clock.ts';
import { readKey } from '#platform/crypto/secrets.ts';
import { listAppliedMigrations } from '#platform/db/migrations.ts';
import { readSchedulerState } from '#platform/jobs/scheduler-state.ts';
import type { showing } from '#platform/terminal.ts';
import type { ListedFile, Storage } from '#providers/storage/storage.ts';
import type { Config } from '../config.ts';
import { keyFileOf } from '../encryption-key.ts';
import { readVersion } from '../version.ts';
import {
  type BackupFacts,
  type DatabaseFacts,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  PART,
  rowsPartName,
  type Secrets,
  type Summary,
} from './format.ts';

/** Larger than the difference between the clocks of this machine and of a bucket. */
const CLOCK_MARGIN_MS = 15 * 60 * 1000;

/** A slow disk needs no longer one. */
const MAX_REST_MS = 500;

/** Tables whose rows expire within minutes or with their node, and those of exports and imports, which users can start again. */
const TABLES_WITHOUT_ROWS = ['rate_limit', 'node_lease', 'data_export', 'data_import'];
const FOLDERS_WITHOUT_FILES = ['exports/', 'imports/'];

/** Tables of the migrator. */
const TABLES_OF_MIGRATIONS = ['schema_migration', 'schema_migration_lock', 'schema_migration_checksum'];

export type BackupOptions = {
  /** The path of the new file. */
  path: string;
  config: Config;
  connectionString: string;
  storage: Storage;
  /** Recipients of age. Without any, the backup is not encrypted. */
  recipients: readonly string[];
  /** Called before each part. An error that it throws ends the backup. */
  signal: Pick<AbortSignal, 'throwIfAborted'>;
  /** Whether to rest after each part for as long as it took, so that requests to this process come first. */
  isPaced: boolean;
  /** Shows the progress. */
  show: typeof showing;
};

/**
 * Writes database, files and secrets to one new file, also while nodes write. The rows are those of one snapshot, and no file that they
 * name is missing. A backup that fails leaves no file.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupFacts> {
  const { path, config, connectionString, storage, recipients, signal, isPaced, show } = options;
  const secrets = await readSecrets(config);
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    meadow: await readVersion(),
    made_at: systemClock.now().toISOString(),
  };
  let database: DatabaseFacts = { postgresql: '', migrations: [], tables: [] };
  const summary: Summary = { rows: {}, files: 0 };
  const fill = async (write: AddPart) => {
    const add: AddPart = async (name, bytes) => {
      signal.throwIfAborted();
      const began = performance.now();
      await write(name, bytes);
      if (isPaced) await delay(Math.min(performance.now() - began, MAX_REST_MS));
    };
    const addJson = (name: string, facts: unknown) => add(name, JSON.stringify(facts));
    await addJson(PART.manifest, manifest);
    await addJson(PART.secrets, secrets);
    // The first pass has files that are deleted after the snapshot, the second has files added before the snapshot.
    const files = createFileReader(storage, add);
    summary.files += await show('Reading files', files.addAll);
    await withSnapshot(connectionString, async (client) => {
      summary.files += await show('Reading new files', files.addNew);
      database = {
        postgresql: await serverVersion(client),
        migrations: await listAppliedMigrations(client),
        tables: await listTablesOfData(client),
      };
      if (database.migrations.length === 0) throw new Error('The database is empty. There is nothing to back up.');
      await addJson(PART.database, database);
      await show('Reading the database', async ({ step }) => {
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
  };
  const seal = await writeArchive(path, fill, { recipients });
  return { manifest, secrets, database, summary, seal };
}

/** The tables whose rows are copied. Those of the migrator are not: migrating fills them, and makes two before the first migration. */
export async function listTablesOfData(session: Session): Promise<Table[]> {
  return (await listTables(session)).filter(({ name }) => !TABLES_OF_MIGRATIONS.includes(name));
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
      // The file was deleted after the list was read.
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
