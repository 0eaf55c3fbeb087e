import { BACKUP_RUN } from '#features/operations';
import type { Counts } from '#platform/counts.ts';
import type { Channel } from '#platform/db/connection/channel.ts';
import type { Database } from '#platform/db/database.ts';
import type { QueueState } from '#platform/db/queue.ts';
import type { ReplicaStatus } from '#platform/db/replica/replica.ts';
import type { Replicas } from '#platform/db/replica/replicas.ts';
import { listLastSuccesses } from '#platform/jobs/job-run.store.ts';
import { measurePool } from '#platform/metrics/database-metrics.ts';
import { addCounts, addGauge, type Metrics, readShared } from '#platform/metrics/metrics.ts';
import type { Workers } from '#platform/workers/workers.ts';
import type { OperationsDeps } from '../features/operations/deps.ts';

/** What all nodes read from the database is read again after `maxAgeMs`, and is absent after `timeoutMs`. */
const READING = { maxAgeMs: 5_000, timeoutMs: 500 };

type MeasuredDeps = Pick<
  OperationsDeps,
  'db' | 'clock' | 'version' | 'migrationNames' | 'listProviders' | 'listJobStatuses' | 'readClockOffset' | 'readDisks'
> & { workers: Pick<Workers, 'load'>; webhookResults: Pick<Counts, 'read'> };

type MeasuredQueue = { name: string; read(): Promise<QueueState> };

export type MeasuredNode = {
  deps: MeasuredDeps;
  database: Database;
  channels: Readonly<Record<string, Channel>>;
  queues: readonly MeasuredQueue[];
  jobNames: readonly string[];
};

/** Adds what is read on demand of a node, and of what all nodes share. */
export function measureNode(metrics: Metrics, { deps, database, channels, queues, jobNames }: MeasuredNode): void {
  measureBuild(metrics, deps);
  measurePool(metrics, 'requests', database.pool);
  measureChannels(metrics, channels);
  measureCircuits(metrics, deps);
  measureThreads(metrics, deps);
  measureDisks(metrics, deps);
  measureClock(metrics, deps);
  measureJobs(metrics, deps, jobNames);
  measureQueues(metrics, deps, queues);
  addCounts(metrics, 'webhook_attempts_total', 'Calls of webhooks, by result.', deps.webhookResults);
}

/** Adds what replicas serve. */
export function measureReplicas(metrics: Metrics, { counts, list }: Pick<Replicas, 'counts' | 'list'>): void {
  addCounts(
    metrics,
    'database_reads_total',
    'Reads that a replica may serve, by what served them: replica, primary, primary-after-failure.',
    counts,
  );
  const gauge = (name: string, help: string, figureOf: (status: ReplicaStatus) => number) =>
    addGauge(metrics, {
      name,
      help,
      labelNames: ['replica'],
      aggregator: 'max',
      read: () => list().map((status) => ({ labels: { replica: status.name }, value: figureOf(status) })),
    });
  gauge('database_replica_ready', 'Whether a replica serves reads: 1 or 0.', ({ state }) => Number(state === 'ready'));
  gauge(
    'database_replica_lag_seconds',
    'How long ago a replica had replayed everything; NaN if it never had.',
    ({ lagSeconds }) => lagSeconds ?? Number.NaN,
  );
}

function measureBuild(metrics: Metrics, { version, migrationNames }: MeasuredDeps): void {
  const labels = { version, migration: migrationNames.at(-1) ?? '' };
  addGauge(metrics, {
    name: 'meadow_build_info',
    help: 'Always 1. The version of this node, and the last migration that it needs.',
    labelNames: ['version', 'migration'],
    aggregator: 'first',
    read: () => [{ labels, value: 1 }],
  });
}

function measureChannels(metrics: Metrics, channels: MeasuredNode['channels']): void {
  addGauge(metrics, {
    name: 'database_channel_connected',
    help: 'Whether the connection that hears what other nodes announce (LISTEN) is open: 1 or 0.',
    labelNames: ['channel'],
    aggregator: 'min',
    read: () =>
      Object.entries(channels).map(([channel, { connection }]) => ({
        labels: { channel },
        value: connection() === null ? 0 : 1,
      })),
  });
}

function measureCircuits(metrics: Metrics, deps: Pick<MeasuredDeps, 'listProviders'>): void {
  addGauge(metrics, {
    name: 'provider_circuit_open',
    help: 'Whether calls of a provider are paused after repeated failures: 1 or 0.',
    labelNames: ['provider', 'circuit'],
    aggregator: 'max',
    read: () =>
      deps.listProviders().flatMap(({ name: provider, breakers }) =>
        breakers.map(({ name: circuit, state }) => ({
          labels: { provider, circuit },
          value: state === 'closed' ? 0 : 1,
        })),
      ),
  });
}

function measureThreads(metrics: Metrics, { workers }: Pick<MeasuredDeps, 'workers'>): void {
  addGauge(metrics, {
    name: 'thread_tasks',
    help: 'Long computations outside of the event loop, running and waiting for a thread.',
    labelNames: ['state'],
    read: () => Object.entries(workers.load()).map(([state, value]) => ({ labels: { state }, value })),
  });
}

function measureDisks(metrics: Metrics, { readDisks }: Pick<MeasuredDeps, 'readDisks'>): void {
  const read = readShared(readDisks, READING);
  const gauge = (name: string, help: string, key: 'freeBytes' | 'totalBytes') =>
    addGauge(metrics, {
      name,
      help,
      labelNames: ['holds'],
      // Nodes of one machine see the same disk.
      aggregator: 'first',
      read: async () =>
        ((await read()) ?? []).map((disk) => ({ labels: { holds: disk.holds.join(',') }, value: disk[key] })),
    });
  gauge('disk_free_bytes', 'What is free on a disk, by what of ours it holds.', 'freeBytes');
  gauge('disk_total_bytes', 'How large a disk is, by what of ours it holds.', 'totalBytes');
}

function measureClock(metrics: Metrics, { readClockOffset }: Pick<MeasuredDeps, 'readClockOffset'>): void {
  addGauge(metrics, {
    name: 'clock_offset_seconds',
    help: 'How far the clock of the node is ahead of that of the database, measured each minute.',
    // Nodes of one machine have the same clock.
    aggregator: 'first',
    read: () => {
      const offset = readClockOffset();
      return offset === null ? [] : [{ value: offset / 1_000 }];
    },
  });
}

function measureJobs(metrics: Metrics, deps: MeasuredDeps, jobNames: readonly string[]): void {
  const readStatuses = readShared(deps.listJobStatuses, READING);
  const readSuccesses = readShared(
    // A backup is recorded as a run, also one of the command line.
    () => listLastSuccesses(deps.db, [...new Set([...jobNames, BACKUP_RUN])]),
    READING,
  );
  addGauge(metrics, {
    name: 'job_lateness_seconds',
    help: 'For how long a run of a job has been due on any node; 0 if none is, or the job runs.',
    labelNames: ['job_name'],
    aggregator: 'max',
    read: async () =>
      ((await readStatuses()) ?? []).map(({ name, is_running, due_at }) => ({
        labels: { job_name: name },
        value: is_running ? 0 : secondsSince(deps, due_at),
      })),
  });
  addGauge(metrics, {
    name: 'job_last_success_timestamp_seconds',
    help: 'When the last run of a job that succeeded on any node ended. Absent for jobs that never did.',
    labelNames: ['job_name'],
    aggregator: 'max',
    read: async () =>
      ((await readSuccesses()) ?? []).map(({ job, finished_at }) => ({
        labels: { job_name: job },
        value: finished_at.getTime() / 1_000,
      })),
  });
}

function measureQueues(metrics: Metrics, deps: MeasuredDeps, queues: readonly MeasuredQueue[]): void {
  const readAll = readShared(
    async () => Promise.all(queues.map(async ({ name, read }) => ({ queue: name, ...(await read()) }))),
    READING,
  );
  const gauge = (name: string, help: string, figureOf: (state: QueueState) => number) =>
    addGauge(metrics, {
      name,
      help,
      labelNames: ['queue'],
      aggregator: 'max',
      read: async () =>
        ((await readAll()) ?? []).map(({ queue, ...state }) => ({ labels: { queue }, value: figureOf(state) })),
    });
  gauge('queue_waiting', 'What waits in a queue of all nodes, at most 10,000.', ({ waiting }) => waiting);
  gauge(
    'queue_delay_seconds',
    'For how long the first of a queue has been due; 0 if nothing is due yet.',
    ({ dueSince }) => (dueSince === null ? 0 : secondsSince(deps, dueSince)),
  );
}

/** 0 for an instant to come. */
function secondsSince({ clock }: Pick<MeasuredDeps, 'clock'>, instant: Date): number {
  return Math.max(0, (clock.now().getTime() - instant.getTime()) / 1_000);
}
