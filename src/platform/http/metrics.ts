import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Counts } from '../counts.ts';
import type { ReplicaStatus } from '../db/replica/replica.ts';
import type { Disk } from '../files/disk-space.ts';
import type { HttpScope } from './scope.ts';

export type Metrics = Registry;

/** Measures the requests of the server and the process. Returns the registry. */
export function measureRequests(server: HttpScope): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, pattern of the route, and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    // The duration of a stream depends on the client.
    if (request.routeOptions.config.isStream === true) return;
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return registry;
}

/** Adds a counter by result, read on demand. */
export function measureResults(registry: Metrics, name: string, help: string, { read }: Pick<Counts, 'read'>): void {
  new Counter({
    name,
    help,
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(read())) this.inc({ result }, count);
    },
  });
}

/** Adds the streams that have ended, by reason. Returns the function that counts them. */
export function countEndedStreams(registry: Metrics): (reason: string) => void {
  const ended = new Counter({
    name: 'event_streams_ended_total',
    help: 'Streams of events that have ended, by reason: client, access-ended, draining, expired, slow-reader.',
    labelNames: ['reason'],
    registers: [registry],
  });
  return (reason) => ended.inc({ reason });
}

/** Adds the number of open streams, read on demand. */
export function measureStreams(registry: Metrics, count: () => number): void {
  new Gauge({
    name: 'event_streams',
    help: 'Open streams of events.',
    registers: [registry],
    collect() {
      this.set(count());
    },
  });
}

/** Adds the state of each replica, read on demand. Nodes differ, so each names its own. */
export function measureReplicas(registry: Metrics, list: () => ReplicaStatus[]): void {
  const figure = (name: string, help: string, figureOf: (status: ReplicaStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      aggregator: 'average',
      registers: [registry],
      collect() {
        this.reset();
        for (const status of list()) this.set({ replica: status.name }, figureOf(status));
      },
    });
  figure('database_replica_ready', 'Whether a replica serves reads.', ({ state }) => Number(state === 'ready'));
  figure(
    'database_replica_lag_seconds',
    'How long ago a replica had replayed everything; NaN if it never had.',
    (status) => status.lagSeconds ?? Number.NaN,
  );
}

/** Adds the free space of the disks, read on demand. */
export function measureDisks(registry: Metrics, read: () => Promise<Disk[]>): void {
  const figure = (name: string, help: string, figureOf: (disk: Disk) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['holds'],
      // Nodes of one machine see the same disk.
      aggregator: 'first',
      registers: [registry],
      async collect() {
        this.reset();
        for (const disk of await read()) this.set({ holds: disk.holds.join(',') }, figureOf(disk));
      },
    });
  figure('disk_free_bytes', 'What is free on a disk, by what of ours it holds.', ({ freeBytes }) => freeBytes);
  figure('disk_total_bytes', 'How large a disk is, by what of ours it holds.', ({ totalBytes }) => totalBytes);
}
