import { createSharedRuns } from '../../concurrency/shared-runs.ts';
import { type Counts, createCounts } from '../../counts.ts';
import { AppError, sqlStateOf } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { SessionTimeouts } from '../connection/client.ts';
import { createDatabase, type DatabaseOptions, type Db, DEFAULT_TIMEOUTS, type ReadDb } from '../database.ts';
import { findLogPosition } from './log-position.store.ts';
import { createReplica, type Replica, type ReplicaStatus } from './replica.ts';

/**
 * Runs work that only reads, on a replica or on the primary. It sees all commits that were acknowledged, on any node, before the call.
 * The work runs a second time, on the primary, if the replica fails.
 */
export type Reader = <Result>(work: (db: ReadDb) => Promise<Result>) => Promise<Result>;

export type Replicas = {
  read: Reader;
  list(): ReplicaStatus[];
  /** Checks all replicas now. Rejects if the primary does not say where it is. */
  check(): Promise<void>;
  /** Where reads were served: `replica`, `primary`, or `primary-after-failure`. */
  counts: Pick<Counts, 'read'>;
  close(): Promise<void>;
};

export type ReplicasOptions = {
  primary: Db;
  /** The options of its pool. Replicas get as many connections. */
  primaryPool: Omit<DatabaseOptions, 'onIdleError'>;
  replicaUrls: readonly string[];
  /** Those of the sessions of replicas; default `DEFAULT_TIMEOUTS`. */
  timeouts?: SessionTimeouts;
  log: Logger;
};

/** A primary that takes longer to say where it is has no time for reads either, but its own errors say so better. */
const POSITION_TIMEOUT_MS = 500;
/** Errors of the work, not of the replica: a statement that takes too long, and one that writes. */
const ERRORS_OF_WORK = new Set(['57014', '25006']);

/**
 * Opens replicas, and checks them until `close`. A read asks the primary for its position in the log after it was called, and takes a
 * replica that has replayed it: so it misses no write of any user that was acknowledged before, on any node. Concurrent reads
 * share the question.
 */
export function createReplicas({
  primary,
  primaryPool,
  replicaUrls,
  timeouts = DEFAULT_TIMEOUTS,
  log,
}: ReplicasOptions): Replicas {
  const counts = createCounts();
  if (replicaUrls.length === 0) {
    const nothing = async () => undefined;
    return { read: (work) => work(primary), list: () => [], check: nothing, counts, close: nothing };
  }
  const positions = createDatabase({
    ...primaryPool,
    purpose: 'log position',
    maxConnections: 1,
    connectTimeoutMs: POSITION_TIMEOUT_MS,
    queryTimeoutMs: POSITION_TIMEOUT_MS,
    onIdleError: () => undefined,
  });
  const sharePosition = createSharedRuns(async () => {
    const position = await findLogPosition(positions.db);
    if (position.isReplica) throw new Error('The primary is a replica for now.');
    return position;
  });
  const findPrimaryPosition = () => sharePosition(null);
  const replicas = replicaUrls.map((url) =>
    createReplica({
      pool: { ...primaryPool, connectionString: url, timeouts, namesStatements: true },
      findPrimaryPosition,
      log,
    }),
  );
  let turn = 0;

  function nextReady(): Replica | undefined {
    const ready = replicas.filter((replica) => replica.isReady());
    turn += 1;
    return ready[turn % ready.length];
  }

  const read: Reader = async (work) => {
    const replica = nextReady();
    try {
      const served = await replica?.read(await findPrimaryPosition(), work);
      if (served) {
        counts.count('replica');
        return served.result;
      }
      counts.count('primary');
    } catch (error) {
      if (error instanceof AppError || ERRORS_OF_WORK.has(sqlStateOf(error) ?? '')) throw error;
      counts.count('primary-after-failure');
      log.debug({ event: 'replica.read-failed', err: error }, 'a read of a replica is repeated on the primary');
      replica?.recheck();
    }
    return work(primary);
  };

  return {
    read,
    list: () => replicas.map((replica) => replica.status()),
    check: async () => void (await Promise.all(replicas.map((replica) => replica.check()))),
    counts,
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await positions.close();
    },
  };
}
