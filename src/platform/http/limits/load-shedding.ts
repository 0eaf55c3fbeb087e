import type { Socket } from 'node:net';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, createFairQueue, type RejectionReason, type Slot } from '../../concurrency/fair-queue.ts';
import { declareErrors } from '../../errors.ts';
import type { HttpScope } from '../scope.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { networkOf } from './rate-limit.ts';

/** The limits above which a node rejects requests. Times in milliseconds. */
export type LoadLimits = {
  /** The longest delay of the event loop above which the node is congested. */
  eventLoopDelay: number;
  /** The wait for a connection of the database above which the node is congested. */
  databaseWait: number;
  /** How often the limit of concurrent requests is set anew; 0 for never. */
  congestionSample: number;
  /** The concurrent requests that even a congested node serves: so few are not the cause. */
  requestsWhileCongested: number;
  /** Concurrent requests above which new ones are rejected. */
  requestConcurrency: number;
  /** Handlers that run concurrently; others wait. As many again for routes with `maxDurationMs`. */
  workConcurrency: number;
  /** The maximum time a request waits for its handler. */
  workQueueTime: number;
  /** Concurrent handlers of one user. */
  workOfUser: number;
  /** Concurrent handlers of the anonymous requests of one network. */
  workOfNetwork: number;
  /** Bodies that arrive concurrently, and responses that are read concurrently. */
  transferConcurrency: number;
  /** The part of these for one user. */
  transfersOfUser: number;
  /** The part of these for the anonymous requests of one network. */
  transfersOfNetwork: number;
  /** The time for a body, or for each `BODY_PART_BYTES` of a longer one. */
  bodyTime: number;
  /** The maximum duration of a handler. */
  handlerTime: number;
};

export const LOAD_LIMITS: LoadLimits = {
  eventLoopDelay: 40,
  databaseWait: 50,
  congestionSample: 100,
  requestsWhileCongested: 32,
  requestConcurrency: 500,
  workConcurrency: 100,
  workQueueTime: 2_000,
  workOfUser: 4,
  workOfNetwork: 20,
  transferConcurrency: 1_000,
  transfersOfUser: 30,
  transfersOfNetwork: 150,
  bodyTime: 5_000,
  handlerTime: 30_000,
};

/** No limits for single callers, only for all together. */
export const NO_CALLER_LIMITS = {
  workOfUser: Number.POSITIVE_INFINITY,
  workOfNetwork: Number.POSITIVE_INFINITY,
  transfersOfUser: Number.POSITIVE_INFINITY,
  transfersOfNetwork: Number.POSITIVE_INFINITY,
} satisfies Partial<LoadLimits>;

/** The part of a body that has to arrive in each `bodyTime`. */
const BODY_PART_BYTES = 256 * 1024;

/** Waiting requests of a caller for each of its slots. */
const QUEUE_PER_SLOT = 5;

const TOO_MANY_RETRY_SECONDS = 2;

export const OVERLOADED = {
  status: 503,
  code: 'server.overloaded',
  message: 'The server has more to do than it can. Try again in a moment.',
} as const;

const loadErrors = declareErrors({
  overloaded: OVERLOADED,
  tooManyAtOnce: {
    status: 429,
    code: 'request.too-many-at-once',
    message: 'Too many concurrent requests. Wait for their responses, then send the next.',
  },
});

/**
 * Rejects requests early while a node is overloaded, and shares the node fairly among callers. Routes with `skipLoadShedding` are
 * always served. `inProgress` counts requests, and says how many there may be.
 * A request passes up to four phases, each with its own limit: identification, arrival of the body, handler, transfer of the
 * response. Clients set the pace of the second and the last, so these take no handler slots. `refuseSlow` responds to a client
 * whose body is too slow and closes its connection.
 *
 * @throws {server.overloaded}
 * @throws {request.too-many-at-once}
 */
export function shedLoad(
  server: HttpScope,
  limits: LoadLimits,
  inProgress: ConcurrencyLimit,
  refuseSlow: (socket: Socket) => void,
): void {
  const work = createFairQueue({ concurrency: limits.workConcurrency, queueTimeoutMs: limits.workQueueTime });
  const longWork = createFairQueue({ concurrency: limits.workConcurrency, queueTimeoutMs: limits.workQueueTime });
  const bodies = createTransfers(limits);
  const responses = createTransfers(limits);

  function refuseWhileFull(request: FastifyRequest): void {
    if (inProgress.isFull() && !skipLoadShedding(request)) throw loadErrors.overloaded();
  }

  server.decorateRequest('passage', null);

  server.addHook('onRequest', async (request, reply) => {
    // The front door has refused most; what is injected does not pass it.
    refuseWhileFull(request);
    if (request.routeOptions.config.isStream === true) return;
    const passage = createPassage(reply, request.routeOptions.config.maxDurationMs ?? limits.handlerTime);
    request.passage = passage;
    passage.enter(inProgress.enter());
  });

  server.addHook('preParsing', async (request, reply) => {
    const { passage } = request;
    if (passage === null || skipLoadShedding(request)) return;
    const caller = callerOf(request);
    responses.refuseBeyond(caller);
    if (!hasBody(request)) return;
    try {
      bodies.refuseBeyond(caller);
    } catch (refusal) {
      // Otherwise the rest of the body would be read, at the pace of the client.
      reply.header('connection', 'close');
      throw refusal;
    }
    const stopWatching = watchBody(request, limits.bodyTime, refuseSlow);
    const leave = bodies.enter(caller);
    passage.enter(() => {
      stopWatching();
      leave();
    });
  });

  // Here the body has been read, of whatever type it is.
  server.addHook('preHandler', (request, _reply, done) => {
    const { passage } = request;
    if (passage === null || skipLoadShedding(request)) return done();
    // It was not counted while its body came, so more may have come than there is room for.
    if (inProgress.count() > limits.requestConcurrency) return done(loadErrors.overloaded());
    passage.enter(inProgress.enter());
    const { maxDurationMs } = request.routeOptions.config;
    const { key, isUser } = callerOf(request);
    const concurrency = isUser ? limits.workOfUser : limits.workOfNetwork;
    const caller: Caller = { key, concurrency, maxQueue: concurrency * QUEUE_PER_SLOT };
    const stopWaiting = (maxDurationMs === undefined ? work : longWork).take(
      caller,
      (slot) => {
        passage.hold(slot);
        done();
      },
      (reason) => done(rejectionFor(reason)),
    );
    if (stopWaiting !== null) passage.onClose(stopWaiting);
  });

  server.addHook('onSend', async (request, _reply, payload) => {
    const { passage } = request;
    passage?.enter(skipLoadShedding(request) ? () => undefined : responses.enter(callerOf(request)));
    passage?.release();
    return payload;
  });

  server.addHook('onReady', async () => inProgress.start());
  server.addHook('onClose', async () => inProgress.stop());
}

function rejectionFor(reason: RejectionReason): Error {
  return reason === 'caller'
    ? loadErrors.tooManyAtOnce({ retryAfterSeconds: TOO_MANY_RETRY_SECONDS })
    : loadErrors.overloaded();
}

/** The phase of a request, until its response is sent or its client is gone. */
export type Passage = {
  /** Leaves the last phase and enters this one, unless the client is gone. Calls `leave` once. */
  enter(leave: () => void): void;
  /** Keeps a slot until the handler ends, even if the client is gone. */
  hold(slot: Slot): void;
  release(): void;
  onClose(listener: () => void): void;
};

function createPassage(reply: FastifyReply, longestWorkMs: number): Passage {
  let leavePhase: () => void = () => undefined;
  let slot: Slot | null = null;
  let isClosed = false;
  const enter = (leave: () => void) => {
    leavePhase();
    leavePhase = leave;
    if (!isClosed) return;
    leavePhase();
    leavePhase = () => undefined;
  };
  const close = () => {
    isClosed = true;
    enter(() => undefined);
    // The handler continues without its client. If it never ends, its slot is still released.
    if (slot !== null) setTimeout(slot.release, longestWorkMs).unref();
  };
  // A complete response emits `finish` first; an aborted one only `close`.
  reply.raw.once('finish', close).once('close', close);
  return {
    enter,
    hold: (taken) => {
      slot = taken;
    },
    release: () => {
      slot?.release();
      slot = null;
    },
    onClose: (listener) => void reply.raw.once('close', listener),
  };
}

type HttpCaller = { key: string; isUser: boolean };

/** Users by their id, all others by their network. */
function callerOf({ caller, ip }: FastifyRequest): HttpCaller {
  return caller === null ? { key: networkOf(ip), isUser: false } : { key: caller.limitedId, isUser: true };
}

/** Counts transfers at the pace of clients. */
function createTransfers(limits: LoadLimits) {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    /**
     * @throws {request.too-many-at-once}
     * @throws {server.overloaded}
     */
    refuseBeyond: ({ key, isUser }: HttpCaller): void => {
      const most = isUser ? limits.transfersOfUser : limits.transfersOfNetwork;
      if ((counts.get(key) ?? 0) >= most) throw rejectionFor('caller');
      if (total >= limits.transferConcurrency) throw rejectionFor('all');
    },
    enter: ({ key }: HttpCaller): (() => void) => {
      total += 1;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return () => {
        total -= 1;
        const left = (counts.get(key) ?? 0) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Calls `onSlow` if a body is slower than `BODY_PART_BYTES` in `partTimeMs`. Returns a function that stops watching. */
function watchBody({ raw }: FastifyRequest, partTimeMs: number, onSlow: (socket: Socket) => void): () => void {
  const { socket } = raw;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete) return;
    if (socket.bytesRead - before < BODY_PART_BYTES) {
      clearInterval(timer);
      onSlow(socket);
    }
    before = socket.bytesRead;
  }, partTimeMs);
  return () => clearInterval(timer);
}

function skipLoadShedding({ routeOptions: { config } }: FastifyRequest): boolean {
  return isServedUnderLoad(config);
}

/** Whether a route is served under any load. */
export function isServedUnderLoad({ skipLoadShedding, isNeverShed }: FastifyContextConfig): boolean {
  return skipLoadShedding === true || isNeverShed === true;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a stream. */
    passage: Passage | null;
  }
  interface FastifyContextConfig {
    /** Whether the route is served under any load and without rate limits: for health routes. */
    skipLoadShedding?: boolean;
    /** Whether the route is served under any load, with rate limits: for operator routes. */
    isNeverShed?: boolean;
    /** The response stays open while the client listens; it has limits of its own. */
    isStream?: boolean;
  }
}
