import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { declareErrors } from '../errors.ts';
import {
  claimRequestKey,
  deleteRequestKey,
  findStoredAnswer,
  type RequestKey,
  type StoredAnswer,
  updateStoredAnswer,
} from './idempotency.store.ts';
import { networkOf } from './request-limits.ts';
import type { HttpScope } from './server.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Longer than a request may usually take; one that may take longer gets this on top of its own time. A claim without an answer
 * that is older belongs to a node that is gone.
 */
const ABANDONED_MILLISECONDS = 60_000;

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
    status: 400,
    code: 'idempotency.in-flight',
    message: 'The first request with this Idempotency-Key is still under way. Ask again in a moment for its answer.',
  },
  answerNotKept: {
    status: 400,
    code: 'idempotency.answer-not-kept',
    message:
      'The first request with this Idempotency-Key has done its work, and its answer was a secret, which is not kept. Use a fresh key to do it anew.',
  },
});

declare module 'fastify' {
  interface FastifyRequest {
    /** The Idempotency-Key that this request has claimed, until its answer is stored. */
    idempotencyClaim: (RequestKey & { claimedAt: Date }) | null;
  }
  interface FastifyContextConfig {
    /** A success answers a secret: it is not stored, so that a repeated key does nothing and gets no answer. */
    isAnswerSecret?: boolean;
  }
}

/**
 * Lets every POST of the scope carry an Idempotency-Key. The first request with a key does the work, and its answer is
 * stored before it is sent; for a day, the same request gets that answer again, marked `idempotency-replayed: true`.
 * Requests that were not valid, and answers of 429 and 5xx, leave the key free for another try; one that took too long, and
 * may still end, leaves it free after a minute.
 */
export function acceptIdempotencyKeys(scope: HttpScope, deps: { db: Db; clock: Clock }): void {
  scope.decorateRequest('idempotencyClaim', null);

  scope.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined) return undefined;
    if (typeof key !== 'string' || !KEY.test(key)) throw idempotencyErrors.keyInvalid();
    const requestKey = requestKeyOf(request, key);
    const digest = digestOf(request);
    const now = deps.clock.now();
    const longest = ABANDONED_MILLISECONDS + (request.routeOptions.config.takesUpTo ?? 0);
    const isClaimed = await claimRequestKey(deps.db, requestKey, digest, now, {
      expiredBefore: new Date(now.getTime() - DAY_MILLISECONDS),
      abandonedBefore: new Date(now.getTime() - longest),
    });
    if (isClaimed) {
      request.idempotencyClaim = { ...requestKey, claimedAt: now };
      return undefined;
    }
    return replay(reply, digest, await findStoredAnswer(deps.db, requestKey));
  });

  scope.addHook('onError', async (request, _reply, error) => {
    // The handler works on, and may still do what was asked: the key stays taken until that is certainly over.
    if (error.code === 'FST_ERR_HANDLER_TIMEOUT') request.idempotencyClaim = null;
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    const claim = request.idempotencyClaim;
    if (claim === null) return payload;
    request.idempotencyClaim = null;
    if (reply.statusCode === 429 || reply.statusCode >= 500 || typeof payload !== 'string') {
      await deleteRequestKey(deps.db, claim, claim.claimedAt);
    } else {
      const isSecret = request.routeOptions.config.isAnswerSecret === true && reply.statusCode < 400;
      const answer = { status: reply.statusCode, text: isSecret ? null : payload };
      await updateStoredAnswer(deps.db, claim, claim.claimedAt, answer);
    }
    return payload;
  });
}

function replay(reply: FastifyReply, digest: string, stored: StoredAnswer | undefined): FastifyReply {
  if (stored === undefined) throw idempotencyErrors.inFlight();
  if (stored.digest !== digest) throw idempotencyErrors.keyReused();
  if (stored.status === null) throw idempotencyErrors.inFlight();
  if (stored.answer === null) throw idempotencyErrors.answerNotKept();
  return reply
    .status(stored.status)
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(stored.answer);
}

/**
 * Whoever has not signed in is known by the network that the request comes from. A machine is, too, but apart from those without
 * a secret: nobody takes a key away from it.
 */
function requestKeyOf({ actor, ip, routeOptions }: FastifyRequest, key: string): RequestKey {
  if (actor !== null) return { userId: actor.userId, key };
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
