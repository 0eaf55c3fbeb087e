import pg from 'pg';
import { withTimeout } from '../../concurrency/timeout.ts';
import { connectionOptions, endConnection } from './pool.ts';

/** Measures how long a database takes from a question to its answer, now and again. */
export type LatencyProbe = {
  /**
   * The median of a few questions, in milliseconds, or of as many as there is time for. Throws where nothing is answered within
   * the limit, connecting included; the connection goes on being made then, for the next time.
   */
  measure(timeoutMs: number): Promise<number>;
  close(): Promise<void>;
};

export const QUESTIONS = 5;
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than the time between two looks of somebody who goes on looking. */
const IDLE_MS = 30_000;

/** It has a connection of its own, so that nobody who has taken those of the pool is measured. */
export function createLatencyProbe(connectionString: string): LatencyProbe {
  let connection: { client: pg.Client; isMade: Promise<unknown> } | null = null;
  /** Whether the last question has no answer yet. */
  let isWaiting = false;
  let measuring: Promise<number> | null = null;
  let idle: NodeJS.Timeout | undefined;

  function connect() {
    const client = new pg.Client({
      ...connectionOptions(connectionString, 'latency'),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
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
    // It cuts off a question that is under way.
    if (dropped !== undefined) void endConnection(dropped);
  }

  async function measure(timeoutMs: number): Promise<number> {
    const end = performance.now() + timeoutMs;
    // What was asked the last time and has no answer yet gets none.
    if (isWaiting) drop();
    connection ??= connect();
    const { client, isMade } = connection;
    const isConnected = await withTimeout(
      timeoutMs,
      isMade.then(() => true),
    );
    if (isConnected === undefined) throw new Error('The database took no connection in time.');
    const times: number[] = [];
    // A question that takes as long as the last one has to fit in.
    while (times.length < QUESTIONS && performance.now() + (times.at(-1) ?? 0) < end) {
      const start = performance.now();
      isWaiting = true;
      const answer = client.query('select 1').then(() => {
        if (connection?.client === client) isWaiting = false;
        return performance.now() - start;
      });
      const time = await withTimeout(end - start, answer);
      if (time === undefined) break;
      times.push(time);
    }
    const latency = medianOf(times);
    if (latency === undefined) throw new Error('The database did not answer in time.');
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

/** Undefined of none. */
export function medianOf(times: readonly number[]): number | undefined {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
}
