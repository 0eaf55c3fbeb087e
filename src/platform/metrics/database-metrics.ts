import type { Pool } from 'pg';
import { Counter, Histogram } from 'prom-client';
import type { DatabaseWatch } from '../db/connection/database-watch.ts';
import { sqlStateOf } from '../errors.ts';
import { addGauge, type Metrics } from './metrics.ts';

/** Measures connections and statements of the pool for requests. */
export function measureStatements(registry: Metrics): DatabaseWatch {
  const registers = [registry];
  const connects = new Histogram({
    name: 'database_connect_duration_seconds',
    help: 'How long a request or job waited for a connection of the pool.',
    buckets: [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const statements = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'How long statements took, from this node.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const errors = new Counter({
    name: 'database_errors_total',
    help: 'Statements and connections that failed, by class of SQLSTATE: 08 lost connection, 40 conflict, 53 resources, 55 lock, 57 timeout.',
    labelNames: ['class'],
    registers,
  });
  const observed = (duration: Histogram) => () => {
    const startedAt = performance.now();
    return (error?: unknown) => {
      duration.observe((performance.now() - startedAt) / 1_000);
      if (error !== undefined) errors.inc({ class: sqlStateOf(error)?.slice(0, 2) ?? 'other' });
    };
  };
  return { onConnect: observed(connects), onStatement: observed(statements) };
}

/** Adds the connections of a pool, read on demand. */
export function measurePool(registry: Metrics, name: string, pool: Pool): void {
  const labels = { pool: name };
  addGauge(registry, {
    name: 'database_pool_connections',
    help: 'Open connections of a pool, busy and idle.',
    labelNames: ['pool', 'state'],
    read: () => [
      { labels: { ...labels, state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { ...labels, state: 'idle' }, value: pool.idleCount },
    ],
  });
  addGauge(registry, {
    name: 'database_pool_max_connections',
    help: 'Connections that a pool may open.',
    labelNames: ['pool'],
    read: () => [{ labels, value: pool.options.max ?? 0 }],
  });
  addGauge(registry, {
    name: 'database_pool_waiting',
    help: 'Requests and jobs that wait for a connection of a pool.',
    labelNames: ['pool'],
    read: () => [{ labels, value: pool.waitingCount }],
  });
}
