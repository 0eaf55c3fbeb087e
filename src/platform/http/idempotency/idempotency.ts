import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Channel } from '../../db/connection/channel.ts';
import type { Db } from '../../db/database.ts';
import { type AppError, codeOf, declareErrors } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { asRun, NOT_REPEATABLE, type RepeatableRun } from '../../run.ts';
import { errorBody } from '../error-handler.ts';
import { networkOf } from '../limits/rate-limit.ts';
import type { HttpScope } from '../scope.ts';
import {
  type Claim,
  claimRequestKey,
  findStoredResponse,
  insertStep,
  type RequestKey,
  releaseRequestKey,
  type StoredResponse,
  updateStoredResponse,
} from './idempotency.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Longer than a request may usually take; one that may take longer gets this on top of its own time. A claim without a response
 * that is older is taken over, whatever its node says.
 */
const ABANDONED_MS = 60_000;

/** How long a node tries to store how a request ended, and the pauses between two tries. */
const MAX_STORING_MS = ABANDONED_MS;
const MIN_STORING_PAUSE_MS = 100;
const MAX_STORING_PAUSE_MS = 1_000;

const RETRY_SOON = { retryAfterSeconds: 1 };

const KEY = /^[\x21-\x7e]{1,255}$/;

const idempotencyErrors = declareErrors({
  keyInvalid: {
    status: 400,
    code: 'idempotency.key-invalid',
    message: 'An Idempotency-Key has 1 to 255 visible ASCII characters. A UUID serves well.',
  },
  keyReused: {
    status: 400,
    code: 'idempotency.key-reused',
    message: 'This Idempotency-Key came with another request before. Use a fresh key for each new request.',
  },
  inFlight: {
    status: 409,
    code: 'idempotency.in-flight',
    message: 'The first request with this Idempotency-Key is still under way. Ask again in a moment for its response.',
  },
  responseLost: {
    status: 409,
    code: 'idempotency.response-lost',
    message:
      'The first request with this Idempotency-Key did its work, at least in part, and its response was lost. Look at what is there before you send another one.',
  },
  responseNotStored: {
    status: 400,
    code: 'idempotency.response-not-stored',
    message:
      'The first request with this Idempotency-Key has done its work, and its response is not stored, as it was a secret or tells of what has been deleted. Use a fresh key to do it anew.',
  },
});

declare module 'fastify' {
  interface FastifyRequest {
    /** The run of this request under its Idempotency-Key, until its response is on its way. */
    keyedRun: KeyedRun | null;
  }
  interface FastifyContextConfig {
    /**
     * A successful response contains a secret: it is not stored, so that a repeated key does nothing and gets no stored response. Clients must not
     * store it either, and it is not compressed.
     */
    isResponseSecret?: boolean;
    /** The work may be repeated as it is, and takes many transactions: it records no steps. */
    isResumable?: boolean;
  }
}

/** A run of a request under its key. */
type KeyedRun = {
  requestKey: RequestKey;
  claim: Claim;
  steps: RepeatableRun;
  /** Another run goes on in place of this one, whose response is not the one to store. */
  isOvertaken: boolean;
  /** A step that an earlier run has committed came to what cannot be repeated. */
  isLost: boolean;
};

/** Ends a run. It is no refusal, over which callers would tidy up what belongs to the other run. */
class RunEndedError extends Error {
  /** A serialization failure, which passes. */
  readonly code = '40001';
}

export type IdempotencyDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Its session shows that this node lives. */
  eventChannel: Pick<Channel, 'session'>;
  /** A digest of the code that runs. */
  build: string;
};

/**
 * Lets every POST of the scope carry an Idempotency-Key. The first request with a key does the work, and its response is
 * stored before it is sent; for a day, the same request gets that response again, marked `idempotency-replayed: true`.
 * Each transaction records what it came to as it commits. Where a run ends without a response, because of a crash, a lost
 * connection, a 429 or a 5xx, the same request goes on after what was committed. Requests that were not valid leave the key free.
 */
export function acceptIdempotencyKeys(scope: HttpScope, deps: IdempotencyDeps): void {
  scope.decorateRequest('keyedRun', null);
  const closing = new AbortController();
  scope.addHook('onClose', async () => closing.abort());

  scope.addHook('preHandler', (request, reply, done) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined) return done();
    const { isResponseSecret = false, isResumable = false } = request.routeOptions.config;
    const begin = async () => {
      if (typeof key !== 'string' || !KEY.test(key)) throw idempotencyErrors.keyInvalid();
      const requestKey = requestKeyOf(request, key);
      const digest = digestOf(request);
      const claim = await claimKey(deps, request, requestKey, digest);
      if (claim === undefined) {
        replay(reply, digest, await findStoredResponse(deps.db, requestKey));
        return;
      }
      const run = runOf(deps.db, requestKey, claim, isResponseSecret);
      request.keyedRun = run;
      // Other code may take other steps.
      if (isContinued(run) && claim.build !== deps.build) throw idempotencyErrors.responseLost();
      // The handler begins in here, and with it all that it does.
      if (isResumable) done();
      else asRun(run.steps, done);
    };
    begin().catch(done);
  });

  scope.addHook('onError', async (request, _reply, error) => {
    // The handler works on, and may still do what was asked: the key stays taken until that is certainly over.
    if (error.code === 'FST_ERR_HANDLER_TIMEOUT') request.keyedRun = null;
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    const run = request.keyedRun;
    if (run === null) return payload;
    request.keyedRun = null;
    run.steps.isOver = true;
    const { statusCode } = reply;
    // A refusal that comes of what the run before has done would be untrue.
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
    const isLost = !run.isOvertaken && (run.isLost || (isContinued(run) && isRefused));
    const text = isLost ? problemInstead(request, reply, idempotencyErrors.responseLost()) : payload;
    const isSecret = request.routeOptions.config.isResponseSecret === true && statusCode < 400;
    const isFinal = reply.statusCode !== 429 && reply.statusCode < 500;
    const isToKeep = typeof text === 'string' && isFinal && !run.isOvertaken;
    const response = { status: reply.statusCode, text: isToKeep && !isSecret ? text : null };
    const end = () =>
      isToKeep
        ? updateStoredResponse(deps.db, run.requestKey, run.claim.id, response)
        : releaseRequestKey(deps.db, run.requestKey, run.claim.id).then(() => true);
    // What was done is done: the response goes out all the same.
    const isOwn = await end().catch((error: unknown) => {
      request.log.warn({ code: codeOf(error) }, 'how a request with a key ended is stored later');
      void endLater(deps.log, end, closing.signal);
      return true;
    });
    // What another run has done, such as a record with the same id, is no reason to refuse.
    return (run.isOvertaken || !isOwn) && isRefused
      ? problemInstead(request, reply, idempotencyErrors.inFlight(RETRY_SOON))
      : text;
  });
}

async function claimKey(
  { db, clock, eventChannel, build }: IdempotencyDeps,
  request: FastifyRequest,
  requestKey: RequestKey,
  digest: string,
): Promise<Claim | undefined> {
  const session = await eventChannel.session();
  const now = clock.now();
  const longest = ABANDONED_MS + (request.routeOptions.config.maxDurationMs ?? 0);
  return claimRequestKey(
    db,
    requestKey,
    { digest, now, session, build },
    { expiredBefore: new Date(now.getTime() - DAY_MS), abandonedBefore: new Date(now.getTime() - longest) },
  );
}

function runOf(db: Db, requestKey: RequestKey, claim: Claim, isSecret: boolean): KeyedRun {
  const run: KeyedRun = {
    requestKey,
    claim,
    isOvertaken: false,
    isLost: false,
    steps: {
      seed: claim.seed,
      beganAt: claim.beganAt,
      recorded: claim.steps,
      record: async (tx, name, output) => {
        const isRecorded = await insertStep(tx ?? db, requestKey, claim.id, name, isSecret ? NOT_REPEATABLE : output);
        if (isRecorded) return;
        run.isOvertaken = true;
        throw new RunEndedError('Another run of the request has taken over.');
      },
      outputLost: () => {
        run.isLost = true;
        return new RunEndedError('What a step came to cannot be repeated.');
      },
      isOver: false,
    },
  };
  return run;
}

const isContinued = ({ claim }: KeyedRun) => claim.steps.size > 0;

function problemInstead(request: FastifyRequest, reply: FastifyReply, error: AppError): string {
  const { status, code, message, retryAfterSeconds } = error;
  request.problemCode = code;
  reply.status(status);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return JSON.stringify(errorBody({ status, code, message }, request.id));
}

/** Tries until the database takes it. A node that ends before that leaves its claims to others. */
async function endLater(log: Logger, end: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const until = performance.now() + MAX_STORING_MS;
  let pause = MIN_STORING_PAUSE_MS;
  while (!signal.aborted && performance.now() < until) {
    await delay(pause, undefined, { ref: false, signal }).catch(() => undefined);
    const isStored = await end().then(
      () => true,
      () => false,
    );
    if (isStored) return;
    pause = Math.min(2 * pause, MAX_STORING_PAUSE_MS);
  }
  if (!signal.aborted) log.error('how a request with a key ended was not stored');
}

function replay(reply: FastifyReply, digest: string, stored: StoredResponse | undefined): FastifyReply {
  if (stored === undefined) throw idempotencyErrors.inFlight(RETRY_SOON);
  if (stored.digest !== digest) throw idempotencyErrors.keyReused();
  if (stored.status === null) throw idempotencyErrors.inFlight(RETRY_SOON);
  if (stored.response === null) throw idempotencyErrors.responseNotStored();
  return reply
    .status(stored.status)
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(stored.response);
}

/**
 * Anonymous callers are identified by the network of the request. Machines are, too, but apart from callers without a secret, who
 * could otherwise use a key of theirs.
 */
function requestKeyOf({ caller, ip, routeOptions }: FastifyRequest, key: string): RequestKey {
  if (caller !== null) return { userId: caller.id, key };
  return {
    addressDigest: createHash('sha256')
      .update(`${routeOptions.config.audience} ${networkOf(ip)} ${key}`)
      .digest('base64url'),
  };
}

/** An uploaded file stands in the body with its own digest (see `ReceivedFile`). */
function digestOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('base64url');
}
