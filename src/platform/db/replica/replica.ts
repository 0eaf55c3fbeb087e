import { startLoop } from '../../concurrency/loop.ts';
import { sleep } from '../../concurrency/sleep.ts';
import type { Logger } from '../../log.ts';
import { requireAddress } from '../connection/addresses.ts';
import { createDatabase, type DatabaseOptions, type ReadDb } from '../database.ts';
import { findLogPosition } from './log-position.store.ts';
import { decideReplicaState, type LogPosition, type ReplicaState } from './log-position.ts';

export type ReplicaStatus = {
  /** Host and port. */
  name: string;
  state: ReplicaState;
  /** What it had not replayed at the last check; null if that is unknown. */
  lagBytes: number | null;
  /** How long ago it was last known to have replayed everything; null if it never was. */
  lagSeconds: number | null;
};

export type Replica = {
  isReady(): boolean;
  status(): ReplicaStatus;
  /** Checks the replica now, not after the interval. */
  recheck(): void;
  /** Checks the replica. Rejects if the primary does not say where it is. */
  check(): Promise<void>;
  /**
   * Runs work on a connection to the replica, once that has replayed the position. Returns null if it does not in time.
   * Rejects with the error of the work or the connection, and if the replica is lost meanwhile.
   */
  read<Result>(primary: LogPosition, work: (db: ReadDb) => Promise<Result>): Promise<{ result: Result } | null>;
  close(): Promise<void>;
};

export type ReplicaOptions = {
  pool: Omit<DatabaseOptions, 'onIdleError'>;
  findPrimaryPosition: () => Promise<LogPosition>;
  log: Logger;
};

/** How long a read waits for the replica. Replay is usually one or two milliseconds behind. */
const CATCH_UP_MS = 20;
const POLL_MS = 2;
/** With the timeout less than a second, after which a replica that does not respond is left. */
const CHECK_INTERVAL_MS = 100;
const CHECK_TIMEOUT_MS = 400;

/** Opens a replica and checks it until `close`. */
export function createReplica({ pool, findPrimaryPosition, log }: ReplicaOptions): Replica {
  const { place: name } = requireAddress(pool.connectionString);
  const options = { ...pool, connectTimeoutMs: CHECK_TIMEOUT_MS, onIdleError: () => undefined };
  const reads = createDatabase({ ...options, purpose: 'reads' });
  const checks = createDatabase({
    ...options,
    purpose: 'replica check',
    maxConnections: 1,
    queryTimeoutMs: CHECK_TIMEOUT_MS,
  });
  /** null before the first check. */
  let state: ReplicaState | null = null;
  /** Set by a read that found the replica behind, until the next check. */
  let isDoubted = false;
  let lagBytes: number | null = null;
  let readyAt: number | null = null;
  let loss = createLoss();

  function enter(next: ReplicaState): void {
    isDoubted = false;
    if (next === 'ready') readyAt = performance.now();
    if (next === state) return;
    state = next;
    if (next === 'ready') {
      log.info({ event: 'replica.ready', replica: name }, 'a replica serves reads');
      return;
    }
    log.warn({ event: 'replica.left', replica: name, state }, 'a replica serves no reads for now');
    // What reads already has a connection that has replayed enough.
    if (next !== 'unreachable') return;
    loss.end();
    loss = createLoss();
  }

  async function check(): Promise<void> {
    const primary = await findPrimaryPosition();
    try {
      const found = await catchUp(checks.db, primary);
      lagBytes = Math.max(0, primary.lsn - found.lsn);
      enter(found.state);
    } catch {
      lagBytes = null;
      enter('unreachable');
    }
  }

  const checking = startLoop({
    intervalMs: CHECK_INTERVAL_MS,
    work: check,
    // Positions cannot be compared if the primary is not reachable. Reads find out themselves.
    onError: () => undefined,
  });

  function read<Result>(primary: LogPosition, work: (db: ReadDb) => Promise<Result>) {
    // One connection: another one may lead to a server that was restarted, and has replayed less.
    const reading = reads.db.connection().execute(async (connection) => {
      const found = await catchUp(connection, primary);
      isDoubted ||= found.state !== 'ready';
      return found.state === 'ready' ? { result: await work(connection) } : null;
    });
    return Promise.race([reading, loss.happens]);
  }

  return {
    isReady: () => state === 'ready' && !isDoubted,
    status: () => ({
      name,
      state: state ?? 'unreachable',
      lagBytes,
      lagSeconds: state === 'ready' ? 0 : readyAt && Math.round((performance.now() - readyAt) / 1_000),
    }),
    recheck: checking.wake,
    check,
    read,
    close: async () => {
      await checking.stop();
      await Promise.all([reads.close(), checks.close()]);
    },
  };
}

/** Waits until the server has replayed the position, or cannot be expected to. */
async function catchUp(db: ReadDb, primary: LogPosition): Promise<{ state: ReplicaState; lsn: number }> {
  const end = performance.now() + CATCH_UP_MS;
  for (;;) {
    const position = await findLogPosition(db);
    const state = decideReplicaState(position, primary);
    if (state !== 'behind' || performance.now() >= end) return { state, lsn: position.lsn };
    await sleep(POLL_MS);
  }
}

/** A promise that rejects when `end` is called, for what waits for a replica that may never respond. */
function createLoss(): { happens: Promise<never>; end: () => void } {
  let end = (): void => undefined;
  const happens = new Promise<never>((_resolve, reject) => {
    end = () => reject(new Error('The replica serves no more reads.'));
  });
  happens.catch(() => undefined);
  return { happens, end };
}
