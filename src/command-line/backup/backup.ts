import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BackupFacts, verifyBackup } from '#app/backup/format.ts';
import { writeBackup } from '#app/backup/writing.ts';
import type { Config } from '#app/config.ts';
import { BACKUP_RUN } from '#features/operations';
import { deleteOldDrafts } from '#platform/backup/drafts.ts';
import { encryptTo, isEncrypted, readIdentities } from '#platform/backup/encryption.ts';
import { systemClock } from '#platform/clock.ts';
import type { DatabaseAddresses } from '#platform/db/connection/addresses.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createIds } from '#platform/ids.ts';
import { insertJobRun, updateJobRun } from '#platform/jobs/job-run.store.ts';
import { systemRandom } from '#platform/random.ts';
import { painted, showing } from '#platform/terminal.ts';
import { createStorage } from '#providers/storage/storage.factory.ts';
import type { Storage } from '#providers/storage/storage.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from '../command.ts';
import { print } from '../output.ts';
import { columnsOf, describeBackup, untilStopped } from './facts.ts';

/**
 * Writes database, files and secrets to one new file, also while a server runs, and prints its facts. Encrypts it to `recipients`, or
 * to those of the configuration.
 */
export async function backUp(file: string, { recipients: given }: { recipients: readonly string[] }): Promise<void> {
  const path = resolve(file);
  if (existsSync(path)) throw new Error(`${path} already exists. Name another file, or delete it first.`);
  const config = readOwnConfig();
  const recipients = given.length > 0 ? given : config.backup.recipients;
  if (recipients.length === 0 && path.endsWith('.age')) {
    throw new Error(
      'A file that ends with .age is encrypted: name its recipients with --recipient, or set BACKUP_RECIPIENTS.',
    );
  }
  // Before anything is read.
  encryptTo(recipients);
  await deleteOldDrafts(dirname(path), systemClock.now());
  const began = performance.now();
  const facts = await untilStopped((signal) => backUpTo(path, config, { recipients, signal, onWritten: recordBackup }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const kilobytes = Math.ceil((await stat(path)).size / 1024).toLocaleString('en');
  print(columnsOf([['Backup', `${path}, ${kilobytes} KB, in ${seconds} s`], ...describeBackup(facts)]));
  print(`\n${painted('yellow', recipients.length > 0 ? ENCRYPTED : SECRECY)}`);
}

const SECRECY = `The file contains the database and the encryption key. With it, all texts of all users can be read
and any user can be impersonated. Store it on another machine, readable only by you.`;

const ENCRYPTED = `The file is encrypted. Only an identity of its recipients can read it: keep one on another machine.
Try it with: meadow backup --list <file> --identity <identity file>`;

/** Reads a whole backup and prints its facts. Rejects if it is damaged. */
export async function listBackup(file: string, { identityFile }: { identityFile?: string }): Promise<void> {
  const path = resolve(file);
  const identities = await identitiesFor(path, identityFile);
  const facts = await showing('Reading the backup', () => verifyBackup(path, { identities }));
  print(columnsOf([['Backup', `${path}, complete`], ...describeBackup(facts)]));
}

/** The identities of the file, which an encrypted backup needs. */
export async function identitiesFor(backup: string, identityFile: string | undefined): Promise<string[]> {
  if (!(await isEncrypted(backup))) return [];
  if (identityFile !== undefined) return readIdentities(resolve(identityFile));
  throw new Error(
    `${backup} is encrypted. Name the file with the identity of one of its recipients: --identity <file>`,
  );
}

type BackUpOptions = {
  recipients: readonly string[];
  /** An abort takes effect at the next part. */
  signal: AbortSignal;
  onWritten?: (addresses: DatabaseAddresses, sizeBytes: number) => Promise<void>;
};

/** `backUp` with a configuration. */
export async function backUpTo(path: string, config: Config, options: BackUpOptions): Promise<BackupFacts> {
  if (config.database.addresses === null && !existsSync(join(config.dataDirectory, 'postgres'))) {
    throw new Error(`There is no database in ${config.dataDirectory}. Check DATA_DIR and DATABASE_URL.`);
  }
  const storage = await openStorage(config);
  return withDatabase(config, createCommandLogger(), async (addresses) => {
    const { onWritten, ...how } = options;
    const facts = await writeBackup({
      ...how,
      path,
      config,
      connectionString: addresses.direct,
      storage,
      isPaced: false,
      show: showing,
    });
    await onWritten?.(addresses, (await stat(path)).size);
    return facts;
  });
}

/** So that the checklist of the super admin and the health page know the last backup. */
async function recordBackup({ direct }: DatabaseAddresses, sizeBytes: number): Promise<void> {
  const { db, close } = createDatabase({ connectionString: direct, onIdleError: () => undefined });
  const now = systemClock.now();
  const id = createIds(systemClock, systemRandom).next();
  await insertJobRun(db, { id, job: BACKUP_RUN, now });
  await updateJobRun(db, id, { result: { message: 'Written by meadow backup.', size_bytes: sizeBytes }, now });
  await close();
}

/** The storage of the configuration. Prints the reason of a failure. */
export async function openStorage(config: Config): Promise<Storage> {
  return createStorage(config.storage, ({ operation, reason }) => {
    process.stderr.write(`The file storage failed (${operation}: ${reason}).\n`);
  });
}
