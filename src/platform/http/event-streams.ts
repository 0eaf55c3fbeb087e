import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { declareErrors } from '../errors.ts';
import { networkOf } from './limits/rate-limit.ts';
import type { HttpScope } from './scope.ts';

export type EventStreamLimits = {
  /** How often a heartbeat is sent and `shouldContinue` is called, in milliseconds. */
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
  maxStreams: 2_000,
};

/** The unread bytes above which a client is disconnected. It can resume. */
const MAX_BACKLOG_BYTES = 1024 * 1024;

/** How long a client waits before it reconnects. */
const RETRY_MS = 3_000;

/** `id` and `name` contain no line breaks; `data` is sent as JSON. */
export type StreamEvent = { id: string; name: string; data: object };

/** A response of server-sent events that stays open. */
export type EventStream = {
  /** Does nothing after the end of the stream. */
  send(event: StreamEvent): void;
  /** Ends the response; the client reconnects. */
  close(): void;
  /** Called once, however the stream ends. */
  onEnd(listener: () => void): void;
};

export type StreamOptions = {
  /** The user id. */
  owner: string;
  /** Called at every heartbeat; the stream ends if it returns false. Must not reject. */
  shouldContinue: () => Promise<boolean>;
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
};

const streamErrors = declareErrors({
  tooMany: {
    status: 429,
    code: 'events.too-many-streams',
    message: 'You have as many streams open as one person may. Close one, or share it between windows.',
  },
  tooManyOfNetwork: {
    status: 429,
    code: 'events.too-many-streams-of-network',
    message:
      'Your network has as many streams open as one may. Try again in a moment, or ask for notifications now and then.',
  },
  full: {
    status: 503,
    code: 'events.node-full',
    message: 'This node has as many streams open as it can. Try again in a moment.',
  },
  draining: { status: 503, code: 'events.draining', message: 'This node is shutting down. Connect again in a moment.' },
});

/** Creates the streams of this server. They end when it closes, so that clients connect to another node. */
export function createEventStreams(server: HttpScope, asked: Partial<EventStreamLimits> = {}): EventStreams {
  const limits = { ...EVENT_STREAM_LIMITS, ...asked };
  const streams = new Set<OpenStream>();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  server.addHook('preClose', async () => {
    isClosing = true;
    for (const stream of streams) stream.close();
  });

  function requireRoom(owner: string, network: string): void {
    if (isClosing) throw streamErrors.draining();
    if (streams.size >= limits.maxStreams) throw streamErrors.full();
    const retry = { retryAfterSeconds: Math.ceil(limits.heartbeatInterval / 1_000) };
    const count = (isCounted: (stream: OpenStream) => boolean) => [...streams].filter(isCounted).length;
    if (count((stream) => stream.owner === owner) >= limits.streamsOfOne) throw streamErrors.tooMany(retry);
    if (count((stream) => stream.network === network) >= limits.streamsOfNetwork) {
      throw streamErrors.tooManyOfNetwork(retry);
    }
  }

  return {
    open: (reply, options) => {
      const network = networkOf(reply.request.ip);
      requireRoom(options.owner, network);
      const stream = openStream(reply, network, options);
      streams.add(stream);
      timer ??= setInterval(() => {
        for (const open of streams) open.beat();
      }, limits.heartbeatInterval);
      stream.onEnd(() => {
        streams.delete(stream);
        if (streams.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
      return stream;
    },
  };
}

type OpenStream = EventStream & { owner: string; network: string; beat(): void };

function openStream(reply: FastifyReply, network: string, { owner, shouldContinue }: StreamOptions): OpenStream {
  // The framework would end the response with its timeout for handlers.
  reply.hijack();
  const { raw } = reply;
  let isOpen = true;
  let isAsking = false;
  const ended = new Promise<void>((resolve) => {
    // Also called for a client that has disconnected before.
    finished(raw, () => {
      isOpen = false;
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
    if (raw.writableLength > MAX_BACKLOG_BYTES) raw.destroy();
  }

  function close(): void {
    if (isOpen) raw.end();
    isOpen = false;
  }

  write(`retry: ${RETRY_MS}\n\n`);
  return {
    owner,
    network,
    send: ({ id, name, data }) => write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    close,
    onEnd: (listener) => void ended.then(listener),
    beat: () => {
      write(': alive\n\n');
      if (isAsking) return;
      isAsking = true;
      void shouldContinue().then((may) => {
        isAsking = false;
        if (!may) close();
      });
    },
  };
}
