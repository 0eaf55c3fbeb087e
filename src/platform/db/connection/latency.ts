import { withTimeout } from '../../concurrency/timeout.ts';
import { createClient, type DatabaseClient } from './client.ts';
import { endConnection } from './end-connection.ts';

/** Measures the response time of a database. */
export type LatencyProbe = {
  /**
   * The median of a few queries, in milliseconds.
   * Rejects if the database does not respond within the timeout, connecting included; the connection is kept for the next call.
   */
  measure(timeoutMs: number): Promise<number>;
  close(): Promise<void>;
};

export const QUERY_COUNT = 5;
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than the interval between two measurements of a monitor. */
const IDLE_MS = 30_000;

/** Uses a connection of its own, so that a busy pool does not change the result. */
export function createLatencyProbe(connectionString: string): LatencyProbe {
  let connection: { client: DatabaseClient; isMade: Promise<unknown> } | null = null;
  /** Whether the last query has no response yet. */
  let isWaiting = false;
  let measuring: Promise<number> | null = null;
  let idle: NodeJS.Timeout | undefined;

  function connect() {
    const client = createClient(connectionString, {
      purpose: 'latency',
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      queryTimeoutMs: 0,
    });
    const leave = () => {
      if (connection?.client === client) connection = null;
    };
    client.on('end', leave);
    const isMade = client.connect();
    isMade.catch(leave);
    isWaiting = false;
    return { client, isMade };
  }

  function drop(): void {
    const dropped = connection?.client;
    connection = null;
    // Aborts a running query.
    if (dropped !== undefined) void endConnection(dropped);
  }

  async function measure(timeoutMs: number): Promise<number> {
    const end = performance.now() + timeoutMs;
    // A query of the last call without a response gets none.
    if (isWaiting) drop();
    connection ??= connect();
    const { client, isMade } = connection;
    const isConnected = await withTimeout(
      timeoutMs,
      isMade.then(() => true),
    );
    if (isConnected === undefined) throw new Error('The database took no connection in time.');
    const times: number[] = [];
    // Leaves time for a query as slow as the last one.
    while (times.length < QUERY_COUNT && performance.now() + (times.at(-1) ?? 0) < end) {
      const start = performance.now();
      isWaiting = true;
      const response = client.query('select 1').then(() => {
        if (connection?.client === client) isWaiting = false;
        return performance.now() - start;
      });
      const time = await withTimeout(end - start, response);
      if (time === undefined) break;
      times.push(time);
    }
    const latency = medianOf(times);
    if (latency === undefined) throw new Error('The database did not respond in time.');
    return latency;
  }

  return {
    measure: (timeoutMs) => {
      clearTimeout(idle);
      idle = setTimeout(drop, IDLE_MS).unref();
      measuring ??= measure(timeoutMs).finally(() => {
        measuring = null;
      });
      return measuring;
    },
    close: async () => {
      clearTimeout(idle);
      drop();
    },
  };
}

/** Undefined for no times. */
export function medianOf(times: readonly number[]): number | undefined {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
}
