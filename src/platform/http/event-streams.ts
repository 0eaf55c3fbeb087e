import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { declareErrors } from '../errors.ts';
import { networkOf } from './limits/rate-limit.ts';
import type { HttpScope } from './scope.ts';

export type EventStreamLimits = {
  /** How often a heartbeat is sent and `findEnd` is called, in milliseconds. */
  heartbeatInterval: number;
  /** Open streams of one user on this node. */
  streamsOfOne: number;
  /** Open streams of all users of one network, since one caller can have many accounts. */
  streamsOfNetwork: number;
  /** Open streams of all users. */
  maxStreams: number;
};

/** Idle connections are closed after a minute (`silenceTime`), by many proxies too. */
export const EVENT_STREAM_LIMITS: EventStreamLimits = {
  heartbeatInterval: 20_000,
  streamsOfOne: 5,
  streamsOfNetwork: 500,
  maxStreams: 5_000,
};

/** The unread bytes above which a client is disconnected. It can resume. */
const MAX_BACKLOG_BYTES = 512 * 1024;

/** How long a client may take for the end of a stream. */
const END_LIMIT_MS = 1_000;

/** How long a client waits before it reconnects. */
const RETRY_MS = 3_000;

/** The streams that get their heartbeat at the same time: a tenth, so that events of others do not wait for all. */
const HEARTBEAT_PARTS = 10;

/** How long after the last of a batch of events the comment comes that brings it to the reader. */
export const FLUSH_DELAY_MS = 40;

/**
 * Sent behind each batch of events. WebKitGTK 2.54 gives a program that reads by `fetch` the beginning of a chunk, and the rest with the
 * next chunk: without this one, an event would wait for the next. Sent without a delay, it would be part of the same chunk.
 */
const FLUSH = ':\n\n';

/** `id` and `name` contain no line breaks; `data` is sent as JSON. Without an id the client keeps that of the event before. */
export type StreamEvent = { id?: string; name: string; data: object };

/** The text of an event, made once for all streams that get it. */
export function renderEvent({ id, name, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Why the server ends a stream. */
export type StreamEnd = 'access-ended' | 'draining' | 'expired' | 'slow-reader';

/** A response of server-sent events that stays open. */
export type EventStream = {
  /** Sends a rendered event. Does nothing after the end of the stream. */
  send(text: string): void;
  /** Asks `findEnd` now. */
  recheck(): void;
  /** Sends `closed` with the reason and ends the response, within a second also if the client does not read. */
  close(end: StreamEnd): void;
  /** Called once, however the stream ends. */
  onEnd(listener: () => void): void;
};

export type StreamOptions = {
  /** The user id. */
  owner: string;
  /** Why the stream must end now; null if it goes on. Called at every heartbeat. Must not reject. */
  findEnd: () => Promise<StreamEnd | null>;
  /** The id from which a client that has received everything continues, sent with every heartbeat. */
  currentId?: () => string;
};

export type EventStreams = {
  /**
   * Starts the response.
   *
   * @throws {events.too-many-streams}
   * @throws {events.too-many-streams-of-network}
   * @throws {events.node-full}
   * @throws {events.draining}
   */
  open(reply: FastifyReply, options: StreamOptions): EventStream;
  /** Open streams. */
  count(): number;
};

export type EventStreamsOptions = Partial<EventStreamLimits> & {
  /** Called for each stream that has ended, with the reason. */
  onEnd?: (end: StreamEnd | 'client') => void;
  /** Default: timers of Node. */
  createTimer?: CreateTimer;
};

/** Creates a stopped timer that calls `work` `ms` after its last start. */
export type CreateTimer = (ms: number, work: () => void) => { start(): void; stop(): void };

/** Timers of one duration are a list in Node, so a start costs the same with thousands of streams. */
const createNodeTimer: CreateTimer = (ms, work) => {
  let timeout: NodeJS.Timeout | undefined;
  return {
    start: () => {
      if (timeout === undefined) timeout = setTimeout(work, ms);
      else timeout.refresh();
    },
    stop: () => clearTimeout(timeout),
  };
};

const streamErrors = declareErrors({
  tooMany: {
    status: 429,
    code: 'events.too-many-streams',
    message: 'You have as many streams open as one user may. Close one, or share it between windows.',
  },
  tooManyOfNetwork: {
    status: 429,
    code: 'events.too-many-streams-of-network',
    message: 'Your network has as many streams open as one may. Try again in a moment, or ask for news now and then.',
  },
  full: {
    status: 503,
    code: 'events.node-full',
    message: 'This node has as many streams open as it can. Try again in a moment.',
  },
  draining: { status: 503, code: 'events.draining', message: 'This node is shutting down. Connect again in a moment.' },
});

/** Creates the streams of this server. They end when it closes, so that clients connect to another node. */
export function createEventStreams(server: HttpScope, options: EventStreamsOptions = {}): EventStreams {
  const limits = { ...EVENT_STREAM_LIMITS, ...options };
  const streams = new Set<OpenStream>();
  const ofOwner = createCounts();
  const ofNetwork = createCounts();
  let timer: NodeJS.Timeout | undefined;
  let nextPart = 0;
  let isClosing = false;

  server.addHook('preClose', async () => {
    isClosing = true;
    for (const stream of streams) stream.close('draining');
  });

  function requireRoom(owner: string, network: string): void {
    if (isClosing) throw streamErrors.draining();
    if (streams.size >= limits.maxStreams) throw streamErrors.full();
    const retry = { retryAfterSeconds: Math.ceil(limits.heartbeatInterval / 1_000) };
    if (ofOwner.of(owner) >= limits.streamsOfOne) throw streamErrors.tooMany(retry);
    if (ofNetwork.of(network) >= limits.streamsOfNetwork) throw streamErrors.tooManyOfNetwork(retry);
  }

  function beat(): void {
    nextPart = (nextPart + 1) % HEARTBEAT_PARTS;
    for (const stream of streams) if (stream.part === nextPart) stream.beat();
  }

  return {
    count: () => streams.size,
    open: (reply, streamOptions) => {
      const { owner } = streamOptions;
      const network = networkOf(reply.request.ip);
      requireRoom(owner, network);
      const part = streams.size % HEARTBEAT_PARTS;
      const stream = openStream(reply, part, { ...streamOptions, createTimer: options.createTimer ?? createNodeTimer });
      streams.add(stream);
      ofOwner.add(owner, 1);
      ofNetwork.add(network, 1);
      timer ??= setInterval(beat, limits.heartbeatInterval / HEARTBEAT_PARTS);
      stream.onEnd(() => {
        streams.delete(stream);
        ofOwner.add(owner, -1);
        ofNetwork.add(network, -1);
        options.onEnd?.(stream.end());
        if (streams.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
      return stream;
    },
  };
}

function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add: (key: string, change: 1 | -1) => {
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}

type OpenStream = EventStream & { part: number; beat(): void; end(): StreamEnd | 'client' };

function openStream(
  reply: FastifyReply,
  part: number,
  { findEnd, currentId, createTimer }: StreamOptions & { createTimer: CreateTimer },
): OpenStream {
  // The framework would end the response with its timeout for handlers.
  reply.hijack();
  const { raw } = reply;
  let end: StreamEnd | 'client' = 'client';
  let isOpen = true;
  let isAsking = false;
  let mustAskAgain = false;
  const flush = createTimer(FLUSH_DELAY_MS, () => write(FLUSH));
  const ended = new Promise<void>((resolve) => {
    // Also called for a client that has disconnected before.
    finished(raw, () => {
      isOpen = false;
      flush.stop();
      resolve();
    });
  });
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // A connection kept alive would delay the shutdown.
    connection: 'close',
    // Proxies that buffer responses would delay events.
    'x-accel-buffering': 'no',
  });

  function write(text: string): void {
    if (!isOpen) return;
    raw.write(text);
    if (raw.writableLength > MAX_BACKLOG_BYTES) close('slow-reader');
  }

  function send(text: string): void {
    write(text);
    if (isOpen) flush.start();
  }

  function close(reason: StreamEnd): void {
    if (!isOpen) return;
    isOpen = false;
    flush.stop();
    end = reason;
    if (reason === 'slow-reader') return void raw.destroy();
    raw.end(renderEvent({ name: 'closed', data: { kind: 'closed', reason } }));
    const cut = setTimeout(() => raw.destroy(), END_LIMIT_MS);
    void ended.then(() => clearTimeout(cut));
  }

  async function ask(): Promise<void> {
    mustAskAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    const reason = await findEnd();
    isAsking = false;
    if (reason !== null) close(reason);
    else if (mustAskAgain) await ask();
  }

  write(`retry: ${RETRY_MS}\n\n`);
  return {
    part,
    send,
    recheck: () => void ask(),
    close,
    onEnd: (listener) => void ended.then(listener),
    end: () => end,
    beat: () => {
      write(`: alive\n${currentId === undefined ? '' : `id: ${currentId()}\n`}\n`);
      if (!isAsking) void ask();
    },
  };
}
