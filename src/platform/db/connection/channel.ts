import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import type { Ids } from '../../ids.ts';
import { outsideOfRun } from '../../run.ts';
import { createClient } from './client.ts';
import { endConnection } from './end-connection.ts';

export type Subscriber = {
  /** A message of a committed transaction of any node. */
  onMessage(message: string): void;
  /** The connection was lost and is back: messages sent after `since` may be missing. */
  onReconnect(since: Date): void;
};

/** The connection that listens. Messages and results arrive in the order in which PostgreSQL sent them. */
export type ChannelConnection = {
  /** Runs a statement and returns its rows. Rejects if the connection is lost. */
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

/** Receives messages of `pg_notify` on one channel, over one connection of this process. */
export type Channel = {
  /** Returns a function that unsubscribes. The first subscriber opens the connection, which is reopened until `close`. */
  subscribe(subscriber: Subscriber): () => void;
  /** Resolves once later messages will be received; rejects if the database is unreachable. */
  ready(): Promise<void>;
  /**
   * The id of the connection's session, which has the lock `sessionLock` while it lives; null if the database is unreachable.
   */
  session(): Promise<string | null>;
  /** The current connection, another object after each loss; null while there is none. */
  connection(): ChannelConnection | null;
  close(): Promise<void>;
};

export type ChannelOptions = {
  connectionString: string;
  /** The channel, a name that needs no quotes. */
  name: string;
  clock: Clock;
  ids: Ids;
  /** Called when the connection is lost or cannot be opened. */
  onDisconnect: (error: unknown) => void;
  /** Shorter limits for tests. */
  limits?: ChannelLimits;
};

export type ChannelLimits = { queryTimeoutMs: number; checkIntervalMs: number };

const CONNECT_TIMEOUT_MS = 2_000;
const LIMITS: ChannelLimits = { queryTimeoutMs: 5_000, checkIntervalMs: 5_000 };
/** How long a request waits for a session: about as long as for a connection of the pool. */
const SESSION_TIMEOUT_MS = 2_000;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

class ChannelClosedError extends Error {
  constructor() {
    super('The channel is closed.');
  }
}

type Waiting = { resolve(): void; reject(error: unknown): void };

/** The name of the advisory lock of a living session. */
export const sessionLock = (id: string) => `session ${id}`;

export function createChannel({
  connectionString,
  name,
  clock,
  ids,
  onDisconnect,
  limits = LIMITS,
}: ChannelOptions): Channel {
  const subscribers = new Set<Subscriber>();
  const waiting = new Set<Waiting>();
  let running: Promise<void> | null = null;
  let connection: ChannelConnection | null = null;
  let sessionId: string | null = null;
  let isClosed = false;
  /** All messages up to then were received. */
  let receivedUntil: Date | null = null;
  let pauseBeforeNext = MIN_PAUSE_MS;
  let endPause: () => void = () => undefined;

  async function run(): Promise<void> {
    while (!isClosed) {
      await connectOnce().catch((error: unknown) => {
        onDisconnect(error);
        settleWaiting((one) => one.reject(error));
      });
      noteLoss();
      if (!isClosed) await pause(waiting.size > 0 ? MIN_PAUSE_MS : pauseBeforeNext);
      pauseBeforeNext = Math.min(2 * pauseBeforeNext, MAX_PAUSE_MS);
    }
  }

  /** Connects and stays connected until the connection is lost (rejects) or the channel is closed. */
  async function connectOnce(): Promise<void> {
    const client = createClient(connectionString, {
      purpose: `listen ${name}`,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      queryTimeoutMs: limits.queryTimeoutMs,
    });
    let loss: Error | null = null;
    client.on('error', (error) => {
      loss ??= error;
      noteLoss();
    });
    client.on('end', () => {
      loss ??= new Error('The connection ended.');
      noteLoss();
      endPause();
    });
    client.on('notification', ({ payload = '' }) => {
      receivedUntil = clock.now();
      for (const subscriber of [...subscribers]) subscriber.onMessage(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${name}`);
      const id = ids.next();
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [sessionLock(id)]);
      onConnected(id, client);
      while (loss === null && !isClosed) {
        await pause(limits.checkIntervalMs);
        // A connection can be dead without an error.
        if (loss === null && !isClosed) await client.query('select');
        if (loss === null) receivedUntil = clock.now();
      }
      if (loss !== null && !isClosed) throw loss;
    } finally {
      const ended = endConnection(client);
      // Not awaited: the peer may never respond, and subscribers wait for the next connection.
      if (isClosed) await ended;
    }
  }

  function noteLoss(): void {
    connection = null;
    sessionId = null;
  }

  function onConnected(id: string, client: pg.Client): void {
    const since = receivedUntil;
    sessionId = id;
    receivedUntil = clock.now();
    connection = { query: async (text, values) => (await client.query(text, [...values])).rows };
    pauseBeforeNext = MIN_PAUSE_MS;
    settleWaiting((one) => one.resolve());
    if (since !== null) for (const subscriber of [...subscribers]) subscriber.onReconnect(since);
  }

  function settleWaiting(end: (one: Waiting) => void): void {
    for (const one of waiting) end(one);
    waiting.clear();
  }

  /** `endPause` ends it early. There is one at a time. */
  function pause(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, durationMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function ready(): Promise<void> {
    if (isClosed) return Promise.reject(new ChannelClosedError());
    running ??= outsideOfRun(run);
    return connection !== null ? Promise.resolve() : new Promise((resolve, reject) => waiting.add({ resolve, reject }));
  }

  return {
    subscribe: (subscriber) => {
      subscribers.add(subscriber);
      running ??= outsideOfRun(run);
      return () => subscribers.delete(subscriber);
    },
    ready,
    session: async () => {
      const until = performance.now() + SESSION_TIMEOUT_MS;
      while (sessionId === null && !isClosed && performance.now() < until) {
        // A request is about to write, so the database is probably back: try now.
        endPause();
        const isReady = ready().catch(() => undefined);
        await withTimeout(until - performance.now(), isReady);
      }
      return sessionId;
    },
    connection: () => connection,
    close: async () => {
      isClosed = true;
      endPause();
      await running;
      settleWaiting((one) => one.reject(new ChannelClosedError()));
    },
  };
}
