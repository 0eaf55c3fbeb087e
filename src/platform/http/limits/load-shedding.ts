import type { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, createFairQueue, type RejectionReason, type Slot } from '../../concurrency/fair-queue.ts';
import { declareErrors } from '../../errors.ts';
import type { HttpScope } from '../scope.ts';
import { networkOf } from './rate-limit.ts';

/** Beyond which load a node takes no more requests. Times are in milliseconds. */
export type LoadLimits = {
  /** Beyond this mean delay of the event loop, what is under way would only get slower with more; 0 for no limit. */
  eventLoopDelay: number;
  /** Over which time the delay is taken. */
  eventLoopSample: number;
  /** So few requests are served however slow the event loop is: then they are not what slows it. */
  requestsWhileSlow: number;
  /** With this many requests under way, others would wait longer than their clients do. */
  requestConcurrency: number;
  /** How many requests may be worked on at once; the others wait. Of those with `maxDurationMs`, as many more. */
  workConcurrency: number;
  /** How long a request may wait for its turn to be worked on. */
  workQueueTime: number;
  /** How many requests of a user are worked on at once. */
  workOfUser: number;
  /** How many requests without a token are worked on at once for a network. */
  workOfNetwork: number;
  /** How many bodies may be arriving at once, and how many answers may be read. */
  transferConcurrency: number;
  /** Of these, for a user. */
  transfersOfUser: number;
  /** Of these, for a network without a token. */
  transfersOfNetwork: number;
  /** How long a body may take to arrive, or each `BODY_PART_BYTES` of a larger one. */
  bodyTime: number;
  /** How long an answer may take to make. */
  handlerTime: number;
};

export const LOAD_LIMITS: LoadLimits = {
  eventLoopDelay: 250,
  eventLoopSample: 500,
  requestsWhileSlow: 32,
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

/** No limits of single callers: only those of all together. */
export const NO_CALLER_LIMITS = {
  workOfUser: Number.POSITIVE_INFINITY,
  workOfNetwork: Number.POSITIVE_INFINITY,
  transfersOfUser: Number.POSITIVE_INFINITY,
  transfersOfNetwork: Number.POSITIVE_INFINITY,
} satisfies Partial<LoadLimits>;

/** What of a body has to arrive in each `bodyTime`. */
const BODY_PART_BYTES = 256 * 1024;

/** For each request of a caller that is worked on, so many more may wait. */
const QUEUE_PER_SLOT = 5;

const TOO_MANY_RETRY_SECONDS = 2;

const loadErrors = declareErrors({
  overloaded: {
    status: 503,
    code: 'server.overloaded',
    message: 'The server has more to do than it can. Try again in a moment.',
  },
  tooManyAtOnce: {
    status: 429,
    code: 'request.too-many-at-once',
    message: 'Too many of your requests are under way at once. Wait for their answers, then send the next.',
  },
});

/**
 * Refuses requests early while there are too many, so that those that were accepted stay quick, and shares the node among
 * callers, so that none of them takes it from the others. Routes of operation, which tell how the node is doing, are always
 * served.
 *
 * A request goes through up to four phases, each with its own limit: identified, its body arrives, worked on, its answer is
 * read. Clients set the pace of the second and the last, so these never take room from work. `refuseSlow` answers a client
 * whose body comes too slowly, and ends its connection.
 */
export function shedLoad(server: HttpScope, limits: LoadLimits, refuseSlow: (socket: Socket) => void): void {
  let inFlight = 0;
  const work = createFairQueue({ concurrency: limits.workConcurrency, queueTimeoutMs: limits.workQueueTime });
  const longWork = createFairQueue({ concurrency: limits.workConcurrency, queueTimeoutMs: limits.workQueueTime });
  const bodies = createTransfers(limits);
  const answers = createTransfers(limits);

  function enterWork(): () => void {
    inFlight += 1;
    return () => {
      inFlight -= 1;
    };
  }

  function refuseWhileFull(request: FastifyRequest): void {
    if (inFlight > limits.requestConcurrency && !skipLoadShedding(request)) throw loadErrors.overloaded();
  }

  server.decorateRequest('passage', null);

  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isStream === true) {
      if (inFlight >= limits.requestConcurrency) throw loadErrors.overloaded();
      return;
    }
    const passage = createPassage(reply, request.routeOptions.config.maxDurationMs ?? limits.handlerTime);
    request.passage = passage;
    passage.enter(enterWork());
    refuseWhileFull(request);
  });

  server.addHook('preParsing', async (request, reply) => {
    const { passage } = request;
    if (passage === null || skipLoadShedding(request)) return;
    const caller = callerOf(request);
    answers.refuseBeyond(caller);
    if (!hasBody(request)) return;
    try {
      bodies.refuseBeyond(caller);
    } catch (refusal) {
      // What still comes of the body would be read to its end, at the pace of the client.
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
    passage.enter(enterWork());
    try {
      refuseWhileFull(request);
    } catch (refusal) {
      return done(refusal as Error);
    }
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
    passage?.enter(skipLoadShedding(request) ? () => undefined : answers.enter(callerOf(request)));
    passage?.release();
    return payload;
  });

  server.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    sampleInterval: limits.eventLoopSample,
    pressureHandler: (request) => {
      if (inFlight > limits.requestsWhileSlow && !skipLoadShedding(request)) throw loadErrors.overloaded();
    },
  });
}

function rejectionFor(reason: RejectionReason): Error {
  return reason === 'caller'
    ? loadErrors.tooManyAtOnce({ retryAfterSeconds: TOO_MANY_RETRY_SECONDS })
    : loadErrors.overloaded();
}

/** Where a request is: in one phase at a time, until its answer has been sent or its client has gone. */
export type Passage = {
  /** Leaves the phase before and enters this one, unless the client has gone; `leave` is called once. */
  enter(leave: () => void): void;
  /** Keeps a slot until the work is over, whether or not the client waits for it. */
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
    // The work goes on without its client. Should it never end, its slot is not lost.
    if (slot !== null) setTimeout(slot.release, longestWorkMs).unref();
  };
  // An answer ends with the first of these; one that the client gave up on ends with the second alone.
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

/** People by who they are, wherever they call from; all others by their network. */
function callerOf({ caller, ip }: FastifyRequest): HttpCaller {
  return caller === null ? { key: networkOf(ip), isUser: false } : { key: caller.limitedId, isUser: true };
}

/** Counts what is being sent at the pace of clients. */
function createTransfers(limits: LoadLimits) {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    /** Throws `request.too-many-at-once` or `server.overloaded`. */
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

/** Calls `onSlow` once a body comes more slowly than `BODY_PART_BYTES` in `partTimeMs`. Returns how to stop watching it. */
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

function skipLoadShedding(request: FastifyRequest): boolean {
  const { skipLoadShedding, isNeverShed } = request.routeOptions.config;
  return skipLoadShedding === true || isNeverShed === true;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where the answer goes on for as long as the client listens. */
    passage: Passage | null;
  }
  interface FastifyContextConfig {
    /** Served under any load, and free of request limits: for routes that say how the node is doing. */
    skipLoadShedding?: boolean;
    /** Served under any load, and counted like others: for what shows an operator how the node is doing. */
    isNeverShed?: boolean;
    /** Its answer goes on for as long as the client listens: it is no request under way, and has limits of its own. */
    isStream?: boolean;
  }
}
