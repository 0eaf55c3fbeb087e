import pg from 'pg';
import type { Clock } from '../../clock.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import type { Ids } from '../../ids.ts';
import { outsideOfRun } from '../../run.ts';
import { connectionOptions, endConnection } from './pool.ts';

export type Subscriber = {
  /** A message of a transaction that has been committed, on any node. */
  hear(message: string): void;
  /** The connection was lost and is back: messages that were sent after `since` may not have been heard. */
  onReconnect(since: Date): void;
};

/** Hears what is said with `pg_notify` on one channel, over one connection of this process. */
export type Channel = {
  /** Lets somebody hear, and returns how to stop that. The connection is made for the first one, and made again until `close`. */
  hear(subscriber: Subscriber): () => void;
  /** Resolves once everything is heard that is sent from then on; rejects where the database cannot be reached now. */
  ready(): Promise<void>;
  /**
   * The id of the connection's session, which holds the lock `sessionLock` of that id for as long as the session lives; null
   * where the database cannot be reached now.
   */
  session(): Promise<string | null>;
  close(): Promise<void>;
};

export type ChannelOptions = {
  connectionString: string;
  /** A name that needs no quotes. */
  name: string;
  clock: Clock;
  ids: Ids;
  /** Told when the connection could not be made, or is lost. */
  onDisconnect: (error: unknown) => void;
  /** Other limits than those of production, for tests that cannot wait. */
  limits?: ChannelLimits;
};

/** In milliseconds: how long an answer may take, and how often the connection is tried. */
export type ChannelLimits = { answer: number; check: number };

/** Times in milliseconds; the last ones are the pauses between attempts. */
const CONNECT_TIMEOUT_MS = 2_000;
const LIMITS: ChannelLimits = { answer: 5_000, check: 5_000 };
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

/** The name of the advisory lock that shows whether a session lives. */
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
  let life: Promise<void> | null = null;
  let isConnected = false;
  let sessionId: string | null = null;
  let isClosed = false;
  /** Everything that was sent until then has been heard. */
  let heardUntil: Date | null = null;
  let pauseBeforeNext = MIN_PAUSE_MS;
  let endPause: () => void = () => undefined;

  async function live(): Promise<void> {
    while (!isClosed) {
      await connectOnce().catch((error: unknown) => {
        onDisconnect(error);
        settle((one) => one.reject(error));
      });
      noteLoss();
      if (!isClosed) await pause(waiting.size > 0 ? MIN_PAUSE_MS : pauseBeforeNext);
      pauseBeforeNext = Math.min(2 * pauseBeforeNext, MAX_PAUSE_MS);
    }
  }

  /** Connects, and stays so until the connection is lost, which is an error, or the channel is closed. */
  async function connectOnce(): Promise<void> {
    const client = new pg.Client({
      ...connectionOptions(connectionString, `listen ${name}`),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: limits.answer,
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
      heardUntil = clock.now();
      for (const subscriber of [...subscribers]) subscriber.hear(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${name}`);
      const id = ids.next();
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [sessionLock(id)]);
      onConnected(id);
      while (loss === null && !isClosed) {
        await pause(limits.check);
        // A connection can be dead without anybody having said so.
        if (loss === null && !isClosed) await client.query('select');
        if (loss === null) heardUntil = clock.now();
      }
      if (loss !== null && !isClosed) throw loss;
    } finally {
      const ended = endConnection(client);
      // The other side may never answer, and what waits for the next connection does not wait for that.
      if (isClosed) await ended;
    }
  }

  function noteLoss(): void {
    isConnected = false;
    sessionId = null;
  }

  function onConnected(id: string): void {
    const since = heardUntil;
    sessionId = id;
    heardUntil = clock.now();
    isConnected = true;
    pauseBeforeNext = MIN_PAUSE_MS;
    settle((one) => one.resolve());
    if (since !== null) for (const subscriber of [...subscribers]) subscriber.onReconnect(since);
  }

  function settle(how: (one: Waiting) => void): void {
    for (const one of waiting) how(one);
    waiting.clear();
  }

  /** Ends early by `endPause`. There is one at a time. */
  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function ready(): Promise<void> {
    if (isClosed) return Promise.reject(new ChannelClosedError());
    life ??= outsideOfRun(live);
    return isConnected ? Promise.resolve() : new Promise((resolve, reject) => waiting.add({ resolve, reject }));
  }

  return {
    hear: (subscriber) => {
      subscribers.add(subscriber);
      life ??= outsideOfRun(live);
      return () => subscribers.delete(subscriber);
    },
    ready,
    session: async () => {
      const until = performance.now() + SESSION_TIMEOUT_MS;
      while (sessionId === null && !isClosed && performance.now() < until) {
        // A request is about to write, so the database is there again: no pause goes on.
        endPause();
        const isReady = ready().catch(() => undefined);
        await withTimeout(until - performance.now(), isReady);
      }
      return sessionId;
    },
    close: async () => {
      isClosed = true;
      endPause();
      await life;
      settle((one) => one.reject(new ChannelClosedError()));
    },
  };
}
