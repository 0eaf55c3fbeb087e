import { setTimeout as delay } from 'node:timers/promises';
import { Client, type QueryResult } from 'pg';
import type { Advice } from './advice.ts';
import { isCode } from './file-system.ts';

/** The proof that this process is the only one that runs a cluster: a lock that a connection of its own holds. */
export type Ownership = {
  /** Asks the database `postgres` of the cluster, over the connection that holds the lock. */
  query(text: string, values?: unknown[]): Promise<QueryResult<Record<string, unknown>>>;
  /** Does the last work under the lock, then gives it up. Connections that break from here on are expected. */
  releaseAfter(work: () => Promise<void>): Promise<void>;
};

/** The cluster has a living owner. Waiting does not help. */
export class OwnedByAnotherError extends Error {
  override readonly name = 'OwnedByAnotherError';
}

type OwnershipOptions = {
  connectionString: string;
  directory: string;
  log: (message: string, facts?: object) => void;
  advice: Advice;
  /** Whether the server that was taken still runs; asked when the connection breaks. */
  isServerRunning: () => Promise<boolean>;
};

/**
 * Takes the lock. Waits three seconds for it, since the connection of an owner that was killed takes a moment to end, and
 * then rejects with OwnedByAnotherError. When the connection breaks and the server goes on (it restarts all connections
 * after one of them crashed), the lock is taken again.
 */
export async function takeOwnership(options: OwnershipOptions): Promise<Ownership> {
  const { directory, isServerRunning } = options;
  let isReleased = false;
  // After the lock is released, a broken connection is expected.
  const log: OwnershipOptions['log'] = (message, facts) => {
    if (!isReleased) options.log(message, { directory, ...facts });
  };
  let client = await connectAndLock({ ...options, log });
  const regain = async (): Promise<void> => {
    while (!isReleased) {
      try {
        if (!(await isServerRunning())) return log('The embedded PostgreSQL has ended unexpectedly.');
        client = await connectAndLock({ ...options, log });
        if (isReleased) return await client.end();
        watch();
        return log('The embedded PostgreSQL is owned again.');
      } catch (error) {
        log('The embedded PostgreSQL could not be owned again.', { reason: String(error) });
        if (error instanceof OwnedByAnotherError) return;
      }
      await delay(500);
    }
  };
  const watch = () => client.once('end', () => void regain());
  watch();
  return {
    query: (text, values) => client.query(text, values),
    releaseAfter: async (work) => {
      isReleased = true;
      try {
        await work();
      } finally {
        await client.end();
      }
    },
  };
}

/** Connects without ever letting a broken connection end the process. The caller closes it. */
export async function connectQuietly(connectionString: string, log: OwnershipOptions['log']): Promise<Client> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: `embedded owner, pid ${process.pid}`,
  });
  client.on('error', (error) => log('A connection to the embedded PostgreSQL broke.', { reason: error.message }));
  await client.connect();
  return client;
}

/** The name of the process that owns the cluster, such as `embedded owner, pid 42`, or null. */
export async function findOwner(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name from pg_locks join pg_stat_activity as activity using (pid)
      where locktype = 'advisory' and granted and classid = $1 and objid = $2 and activity.datname = current_database()`,
    ownerLock,
  );
  return rows[0]?.name ?? null;
}

async function connectAndLock({ connectionString, directory, log, advice }: OwnershipOptions): Promise<Client> {
  const client = await connectQuietly(connectionString, log);
  try {
    await client.query(`set lock_timeout = '3s'`);
    await client.query('select pg_advisory_lock($1, $2)', ownerLock);
    return client;
  } catch (error) {
    const owner = isCode(error, lockNotAvailable) ? await findOwner(client) : null;
    await client.end();
    if (!isCode(error, lockNotAvailable)) throw error;
    const message = `The database cluster in ${directory} is in use (${owner ?? 'unknown'}).`;
    throw new OwnedByAnotherError(`${message} ${advice.owned}`);
  }
}

// Any two numbers that nothing else in the database `postgres` locks.
const ownerLock = [0x656d6264, 1];

const lockNotAvailable = '55P03';
