import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { firstRunSignaturesOf, readEncryptionKey, requireKeyOfDatabase } from './app/encryption-key.ts';
import { offerFirstRun } from './features/account/first-run/first-run.actions.ts';
import type { NodeCalls, ParentCalls } from './node-process.ts';
import { systemClock } from './platform/clock.ts';
import { withTimeout } from './platform/concurrency/timeout.ts';
import { createDatabase } from './platform/db/database.ts';
import { createIds } from './platform/ids.ts';
import { createMetricsSum } from './platform/metrics/metrics-sum.ts';
import { type Call, connectCalls } from './platform/processes/calls.ts';
import { closeLostConnections } from './platform/processes/lost-connections.ts';
import { systemRandom } from './platform/random.ts';
import { openShared, type Running, type Shared, type StartOptions } from './start.ts';

export type ProcessesOptions = StartOptions & {
  count: number;
  /** Called after everything has been stopped, if no process can be started any more. */
  onGivenUp: (error: Error) => void;
};

/** A node in a process of its own. */
type NodeProcess = {
  /** From 1; the same after a restart. */
  number: number;
  worker: Worker;
  call: Call<NodeCalls>;
  isReady: boolean;
  /** Resolves with how the process has ended. */
  ended: Promise<string>;
};

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A process that has lived so long is started again after the shortest pause. */
const STABLE_MS = 60_000;
/** Starts in a row that fail while no other process serves. */
const MAX_FAILED_STARTS = 5;
/** After the drain: more than a node takes to stop, and less than `STOP_LIMIT_MS` in serve.ts. */
const STOP_LIMIT_MS = 10_000;
const METRICS_TIMEOUT_MS = 1_000;

const EXTENSION = import.meta.url.endsWith('.js') ? 'js' : 'ts';
const NODE_PROCESS = fileURLToPath(new URL(`./node-process.${EXTENSION}`, import.meta.url));

/**
 * Starts several nodes on one port, each in a process of its own. This process has what exists once: it opens the database, binds it
 * to the encryption key and offers the first run, and accepts connections, which it hands to the nodes in turn. A node that ends is
 * started again, after a pause that grows. Stops what it started if the first start of any node fails.
 */
export async function startProcesses({ count, onGivenUp, ...options }: ProcessesOptions): Promise<Running> {
  const { log } = options;
  const shared = await openShared(options, count);
  const processes = new Map<number, NodeProcess>();
  const metrics = createMetricsSum();
  const stopping = new AbortController();

  const sumMetrics = async () => {
    const update = async ({ number, call }: NodeProcess) => {
      // A process that is too busy counts with what it last told.
      const own = await withTimeout(
        METRICS_TIMEOUT_MS,
        call('readMetrics', null).catch(() => undefined),
      );
      if (own !== undefined && processes.get(number)?.call === call) metrics.update(number, own);
    };
    await Promise.all([...processes.values()].filter(({ isReady }) => isReady).map(update));
    return metrics.read();
  };

  /** Resolves once the node serves. Rejects with the reason if it does not; then its process has ended. */
  async function startProcess(number: number): Promise<{ child: NodeProcess; hasWebClient: boolean }> {
    const worker = cluster.fork();
    closeLostConnections(worker);
    let onLoaded: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => {
      onLoaded = resolve;
    });
    const child: NodeProcess = {
      number,
      worker,
      call: connectCalls<NodeCalls>(worker, { sumMetrics, noteLoaded: async () => onLoaded() } satisfies ParentCalls),
      isReady: false,
      ended: endOf(worker),
    };
    processes.set(number, child);
    void child.ended.then(() => {
      processes.delete(number);
      metrics.end(number);
    });
    const { config, addresses, sandboxes } = shared;
    const order = { number, config, addresses, sandboxed: [...sandboxes.keys()] };
    try {
      const isEarlyEnd = child.ended.then((how): never => {
        throw new Error(`Process ${number} ended before it was ready (${how}).`);
      });
      const starting = loaded.then(() => child.call('start', order));
      const { hasWebClient } = await Promise.race([starting, isEarlyEnd]);
      child.isReady = true;
      log.info({ event: 'process.started', process: number, pid: worker.process.pid }, 'process started');
      return { child, hasWebClient };
    } catch (error) {
      worker.process.kill('SIGKILL');
      await child.ended;
      throw error;
    }
  }

  /** Starts the node again whenever its process ends, until the stop. */
  async function keepRunning(first: NodeProcess): Promise<void> {
    const { number } = first;
    let child: NodeProcess | null = first;
    let startedAt = performance.now();
    let shortLives = 0;
    let failedStarts = 0;
    for (;;) {
      if (child !== null) {
        const how = await child.ended;
        if (stopping.signal.aborted) return;
        if (performance.now() - startedAt > STABLE_MS) shortLives = 0;
        log.error({ event: 'process.ended', process: number, how }, 'a process ended and is started again');
      }
      await delay(pauseAfter(shortLives), undefined, stopping).catch(() => undefined);
      if (stopping.signal.aborted) return;
      shortLives += 1;
      startedAt = performance.now();
      try {
        ({ child } = await startProcess(number));
        failedStarts = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        child = null;
        failedStarts += 1;
        log.error({ event: 'process.not-started', process: number, err: error }, 'a process did not start');
        const isServing = [...processes.values()].some(({ isReady }) => isReady);
        if (failedStarts >= MAX_FAILED_STARTS && !isServing) return giveUp(number, error);
      }
    }
  }

  function giveUp(number: number, cause: unknown): void {
    const text = `No process runs, and process ${number} has failed to start ${MAX_FAILED_STARTS} times in a row.`;
    void stop(0).then(() => onGivenUp(new Error(text, { cause })));
  }

  function killAll(): void {
    for (const { worker } of processes.values()) worker.process.kill('SIGKILL');
  }

  async function stop(drainMs: number): Promise<void> {
    stopping.abort();
    const cut = setTimeout(killAll, drainMs + STOP_LIMIT_MS);
    await Promise.all(
      [...processes.values()].map(({ call, ended, isReady, worker }) => {
        if (isReady) call('stop', drainMs).catch(() => undefined);
        else worker.process.kill('SIGKILL');
        return ended;
      }),
    );
    clearTimeout(cut);
    await shared.close();
  }

  try {
    const firstRunCode = await offerFirstRunOnce(shared);
    cluster.setupPrimary({ exec: NODE_PROCESS, args: [], serialization: 'advanced' });
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const started = await Promise.all(numbers.map(startProcess));
    for (const { child } of started) void keepRunning(child);
    return {
      ...shared,
      deps: null,
      hasWebClient: started.every(({ hasWebClient }) => hasWebClient),
      offerFirstRun: async () => firstRunCode,
      stop,
      stopDatabase: async () => {
        killAll();
        await shared.stopDatabase();
      },
    };
  } catch (error) {
    stopping.abort();
    killAll();
    await Promise.all([...processes.values()].map(({ ended }) => ended));
    await shared.close();
    throw error;
  }
}

/** Before any node starts: a node that is started again must not replace the code that was printed. */
async function offerFirstRunOnce({ config, addresses }: Shared): Promise<string | null> {
  const key = await readEncryptionKey(config, systemRandom);
  const { db, close } = createDatabase({
    connectionString: addresses.direct,
    maxConnections: 1,
    onIdleError: () => undefined,
  });
  try {
    await requireKeyOfDatabase(db, config, key);
    const ids = createIds(systemClock, systemRandom);
    // A worker has no screen for the code, and must not replace that of another node.
    if (config.role === 'worker') return null;
    return await offerFirstRun({ db, clock: systemClock, ids, firstRunSignatures: firstRunSignaturesOf(key) });
  } finally {
    await close();
  }
}

/** Resolves with how the process has ended, or why it was not made. */
function endOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    // Also of messages to a process that is dying.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message);
    });
  });
}

/** Milliseconds before the next start, after so many in a row whose process did not live long. */
function pauseAfter(shortLives: number): number {
  return Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** shortLives);
}
