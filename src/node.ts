import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app/app.ts';
import type { Config } from './app/config.ts';
import { createDeps, type Deps, QUEUES } from './app/deps.ts';
import { JOBS, PREPARATIONS, WORKERS } from './app/jobs.ts';
import { readVersion } from './app/version.ts';
import { systemClock } from './platform/clock.ts';
import type { DatabaseAddresses } from './platform/db/connection/addresses.ts';
import { watchDisks } from './platform/files/disk-space.ts';
import { openProbePort } from './platform/http/probe-port.ts';
import type { HttpScope } from './platform/http/scope.ts';
import type { Queue } from './platform/jobs/queue.ts';
import { type Scheduler, startScheduler } from './platform/jobs/scheduler.ts';
import type { Logger } from './platform/log.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { systemRandom } from './platform/random.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

/** Time for running requests to finish, after the drain. Less than `STOP_LIMIT_MS` in processes.ts. */
const FINISH_LIMIT_MS = 8_000;
const SWEEP_MS = 50;

export type NodeOptions = {
  /** Points to the sandboxes of the providers in `sandboxed`. */
  config: Config;
  /** Of a migrated database. */
  addresses: DatabaseAddresses;
  sandboxed: ReadonlySet<string>;
  log: Logger;
  tracing?: Tracing | null;
  /** What `/metrics` returns, if not the metrics of this node alone. */
  readMetrics?: () => Promise<string>;
};

export type Node = {
  deps: Deps;
  /** Of this node alone. */
  metrics: Metrics;
  /**
   * Stops without loss: the node reports that it is not ready, serves for `drainMs` so that a load balancer notices,
   * and finishes running requests and jobs.
   */
  stop(drainMs: number): Promise<void>;
};

/** Starts features, port and loops, in this order. Stops what it started if it fails. */
export async function startNode({
  config,
  addresses,
  sandboxed,
  log,
  readMetrics,
  tracing = null,
}: NodeOptions): Promise<Node> {
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  let isDraining = false;
  try {
    const { deps, close: closeDeps } = await createDeps({
      config,
      addresses,
      clock: systemClock,
      random: systemRandom,
      log,
      tracing,
      version: await readVersion(),
      isDraining: () => isDraining,
      sandboxed,
    });
    opened.push(closeDeps);
    await deps.clockWatch.check();
    for (const prepare of PREPARATIONS) await prepare(deps);

    let scheduler: Scheduler | undefined;
    opened.push(async () => scheduler?.stop());
    const { server, metrics } = createApp(deps, {}, readMetrics);
    opened.push(() => closeServer(server));
    const { port, probePort, host } = config.http;
    await server.listen({ port, host });
    if (probePort !== null) opened.push(await openProbePort(server, probePort, host));
    const stopQueues = startQueues(deps);
    opened.push(stopQueues);
    const disks = watchDisks({
      read: deps.readDisks,
      onLow: ({ holds, freeBytes }) =>
        log.warn({ event: 'disk.low', holds, free_bytes: freeBytes }, 'a disk is nearly full'),
    });
    opened.push(disks.stop, deps.clockWatch.start().stop);
    if (config.runsJobs && config.role !== 'web') scheduler = startJobs(deps, addresses);
    const { version, build } = deps;
    log.info({ event: 'node.started', version, build, role: config.role, pid: process.pid }, 'node started');

    const stop = async (drainMs: number) => {
      isDraining = true;
      // Deliveries and jobs end during the drain.
      const delivered = stopQueues();
      void scheduler?.stop();
      await delay(drainMs);
      await delivered;
      await closeAll();
      await tracing?.close();
    };
    return { deps, metrics, stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Starts what works off queues in the database, of all nodes. Returns what stops it. */
function startQueues(deps: Deps): () => Promise<void> {
  const isHere = deps.config.role === 'web' ? ({ isOnEveryNode }: Queue<Deps>) => isOnEveryNode === true : () => true;
  const loops = QUEUES.filter(isHere).map((queue) => queue.start(deps));
  return async () => {
    await Promise.all(loops.map(({ stop }) => stop()));
  };
}

function startJobs(deps: Deps, { direct }: DatabaseAddresses): Scheduler {
  const jobs = JOBS.filter((job) => job.isOn?.(deps) ?? true).map((job) => ({
    ...job,
    run: (scheduledAt: Date) => job.run(deps, scheduledAt),
  }));
  const helps = WORKERS.map((help) => ({ ...help, run: () => help.run(deps) }));
  return startScheduler({ connectionString: direct, jobs, helps, log: deps.log });
}

/**
 * Accepts no more requests and resolves when the running ones are finished. Cuts them off at the limit, so that the database
 * is stopped in any case.
 */
async function closeServer(server: HttpScope): Promise<void> {
  // A busy connection becomes idle after its response and would delay the end.
  const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.server.closeAllConnections(), FINISH_LIMIT_MS);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
