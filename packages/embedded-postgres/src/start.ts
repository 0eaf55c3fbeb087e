import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import { type Account, chooseAccount } from './account.ts';
import { type Advice, DEFAULT_ADVICE } from './advice.ts';
import { openCluster } from './cluster-creation.ts';
import { type ClusterFiles, connectionStringFor, findCluster, majorOf } from './cluster-files.ts';
import { isCode } from './file-system.ts';
import { type Installation, prepareInstallation } from './installation.ts';
import { claimLinkedCluster, findLinkedPlace, SYSTEM_DIRECTORY } from './linked-cluster.ts';
import { connectQuietly, findOwner, OwnedByAnotherError, type Ownership, takeOwnership } from './ownership.ts';
import { findPostmaster, type Postmaster } from './pid-file.ts';
import { readLogTail, startPostmaster, stopPostmaster } from './postmaster.ts';
import { completeReplacement } from './replacement.ts';

/** A PostgreSQL server that this process owns until it stops it or ends. */
export type EmbeddedPostgres = {
  /** Contains the password, and a port of this machine that changes with every start. */
  connectionString: string;
  /** Whether the server was already running, left behind by an owner that was killed. */
  adopted: boolean;
  /** Where the cluster really is, if `directory` is a link to it. */
  linkedPlace: string | null;
  /** Stops the server and waits for its end. May be called again; resolves too when the server has died before. */
  stop(): Promise<void>;
};

/** What to start. */
export type EmbeddedPostgresOptions = {
  /** Holds the cluster, its password and its logs. Made by the first start; has to be on a local disk. */
  directory: string;
  /** Made where it does not exist. */
  database: string;
  /** Default true. With false a crash of the machine may destroy the data: for tests only. */
  durable?: boolean;
  /** How many connections there are at least. More than its configuration says take a restart of the server. */
  connections?: number;
  log?: (message: string, facts?: object) => void;
  /** For root only: where programs and clusters go that the server's account could not get to otherwise. */
  systemDirectory?: string;
  /** The folder of another version of the package with the programs, for a cluster that it made. */
  programs?: string | null;
  /** Replaces parts of the default advice in errors and notes. */
  advice?: Partial<Advice>;
};

type Log = NonNullable<EmbeddedPostgresOptions['log']>;

/**
 * Starts the cluster in `directory`, or adopts its server from an owner that was killed; creates it and the database at
 * the first start. Rejects within a few seconds when another process owns the cluster, and after a minute with the end of
 * the server's log when the server does not come up.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { database, durable = true, connections = 0, log = ignore, systemDirectory = SYSTEM_DIRECTORY } = options;
  const directory = resolve(options.directory);
  const advice = { ...DEFAULT_ADVICE, ...options.advice };
  const account = await chooseAccount(directory);
  const installation = await prepareInstallation(account, systemDirectory, advice, options.programs);
  await completeReplacement(directory);
  const files = await openCluster({ directory, installation, systemDirectory, durable, advice });
  await requireMajor(files, installation, advice);
  await requireOwner(files, installation.account);
  await claimLinkedCluster(files, systemDirectory, advice);
  const { ownership, postmaster, adopted } = await takeCluster(
    installation,
    files,
    { durable, connections },
    log,
    advice,
  );
  const end = () => ownership.releaseAfter(() => stopPostmaster(installation, files, postmaster.pid));
  try {
    await createDatabaseIfMissing(ownership, database);
    const connectionString = await connectionStringFor(files, postmaster.port, database);
    let ended: Promise<void> | undefined;
    const stop = () => {
      ended ??= end();
      return ended;
    };
    return { connectionString, adopted, linkedPlace: await findLinkedPlace(directory), stop };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * The connection string of a cluster that another process owns and runs right now, or null. For command line tools beside
 * a running server: with null they may start the cluster themselves.
 */
export async function findRunningEmbeddedPostgres(
  options: Pick<EmbeddedPostgresOptions, 'directory' | 'database'>,
): Promise<string | null> {
  const files = await findCluster(resolve(options.directory));
  if (files === null) return null;
  const postmaster = await findPostmaster(files);
  if (postmaster === null || postmaster.port === null) return null;
  try {
    const client = await connectQuietly(await connectionStringFor(files, postmaster.port, 'postgres'), ignore);
    const owner = await findOwner(client).finally(() => client.end());
    return owner === null ? null : await connectionStringFor(files, postmaster.port, options.database);
  } catch (error) {
    if (isCode(error, cannotConnectNow, 'ECONNREFUSED', 'ECONNRESET')) return null;
    throw error;
  }
}

/** The major version of PostgreSQL that made the cluster in `directory`, or null. */
export async function findClusterMajor(directory: string): Promise<number | null> {
  const files = await findCluster(resolve(directory));
  return files === null ? null : majorOf(files);
}

/** The process id of the server that runs on the cluster in `directory`, or null. */
export async function findPostmasterPid(directory: string): Promise<number | null> {
  const files = await findCluster(resolve(directory));
  return files === null ? null : ((await findPostmaster(files))?.pid ?? null);
}

/** A server reads the files of its own major version only. */
async function requireMajor(files: ClusterFiles, { major }: Installation, advice: Advice): Promise<void> {
  const found = await majorOf(files);
  if (found === major) return;
  const reason = `was made by PostgreSQL ${found}, and this program comes with PostgreSQL ${major}`;
  throw new Error(`The database cluster in ${files.directory} ${reason}. ${advice.otherVersion}`);
}

/** PostgreSQL takes no folder of another user. A copy that root has made belongs to root, and PostgreSQL never runs as root. */
async function requireOwner(files: ClusterFiles, account: Account | null): Promise<void> {
  if (account === null) return;
  const { uid } = await stat(files.data);
  if (uid === account.uid) return;
  const reason = `belongs to the user with the id ${uid}, and PostgreSQL is run as the one with the id ${account.uid}`;
  const advice = `Give it to that one: chown -R ${account.uid}:${account.gid} ${files.root} (a copy keeps its owners with cp -a).`;
  throw new Error(`The database cluster in ${files.directory} ${reason}. ${advice}`);
}

type TakenCluster = { ownership: Ownership; postmaster: Postmaster & { port: number }; adopted: boolean };

/**
 * Looks, starts what is missing, and takes the lock, again and again: between two looks another process may start or stop
 * the server. The process that gets the lock owns it.
 */
async function takeCluster(
  installation: Installation,
  files: ClusterFiles,
  { durable, connections }: { durable: boolean; connections: number },
  log: Log,
  advice: Advice,
): Promise<TakenCluster> {
  const deadline = performance.now() + queueTimeoutMs;
  let failedStarts = 0;
  let adopted = true;
  let hasTooFew = false;
  for (;;) {
    const postmaster = await findPostmaster(files);
    try {
      if (postmaster === null) {
        await startPostmaster(installation, files, { durable, connections: hasTooFew ? connections : null });
        adopted = false;
      } else if (postmaster.port !== null) {
        const taken = { ...postmaster, port: postmaster.port };
        const ownership = await own(files, taken, log, advice);
        hasTooFew = (await countConnections(ownership)) < connections;
        if (!hasTooFew && (await isAsDurable(ownership, durable))) return { ownership, postmaster: taken, adopted };
        await ownership.releaseAfter(() => stopPostmaster(installation, files, taken.pid));
      }
    } catch (error) {
      if (postmaster === null) failedStarts += 1;
      const isFinal = error instanceof OwnedByAnotherError || isCode(error, wrongPassword);
      if (isFinal) throw error;
      if (failedStarts > 2 || performance.now() > deadline) throw await explain(files, error);
      log('The embedded PostgreSQL is not ready yet.', { directory: files.directory, reason: String(error) });
    }
    if (performance.now() > deadline) throw await explain(files, null);
    if (postmaster !== null || failedStarts > 0) await delay(100 + 300 * failedStarts);
  }
}

async function own(
  files: ClusterFiles,
  postmaster: Postmaster & { port: number },
  log: Log,
  advice: Advice,
): Promise<Ownership> {
  return await takeOwnership({
    connectionString: await connectionStringFor(files, postmaster.port, 'postgres'),
    directory: files.directory,
    log,
    advice,
    isServerRunning: async () => (await findPostmaster(files))?.pid === postmaster.pid,
  });
}

/** A server left behind by a test may run without fsync. It must not be adopted for data that matter. */
async function isAsDurable(ownership: Ownership, durable: boolean): Promise<boolean> {
  const { rows } = await ownership.query(`select current_setting('fsync') as fsync`);
  return rows[0]?.fsync === (durable ? 'on' : 'off');
}

async function countConnections(ownership: Ownership): Promise<number> {
  const { rows } = await ownership.query(`select current_setting('max_connections')::int as count`);
  return Number(rows[0]?.count);
}

async function createDatabaseIfMissing(ownership: Ownership, database: string): Promise<void> {
  const { rowCount } = await ownership.query('select 1 from pg_database where datname = $1', [database]);
  if (rowCount === 0) await ownership.query(`create database ${escapeIdentifier(database)}`);
}

async function explain(files: ClusterFiles, cause: unknown): Promise<Error> {
  const reason = cause instanceof Error ? `${cause.message}\n` : '';
  const message = `The database cluster in ${files.directory} could not be started. ${reason}`;
  return new Error(`${message}The end of its log in ${files.log}:\n${await readLogTail(files)}`, { cause });
}

const queueTimeoutMs = 60_000;

const cannotConnectNow = '57P03';

const wrongPassword = '28P01';

const ignore = () => undefined;
