import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { withTimeout } from '../platform/concurrency/timeout.ts';
import { AppError, declareErrors } from '../platform/errors.ts';
import type { Guard } from '../platform/http/guarded-routes.ts';
import { type Actor, identify } from './actor.ts';
import { bearerTokenOf } from './bearer.ts';

/** In milliseconds: how long the guard may take to identify a caller, who is remembered from before or not. */
export type OutageLimits = { guardTime: number; guardTimeOfRemembered: number };

export const OUTAGE_LIMITS: OutageLimits = { guardTime: 1_500, guardTimeOfRemembered: 500 };

export type OutageGuardOptions = Partial<OutageLimits> & {
  clock: Clock;
  /** Whether a token is good by itself, as far as can be known without the database. */
  isTokenGood: (token: string) => Promise<boolean>;
};

/** For the look at the token after that, in milliseconds. */
const TOKEN_TIMEOUT_MS = 200;
const CACHE_MS = 15 * 60 * 1_000;
const MAX_CACHED_CALLERS = 100;

const outageErrors = declareErrors({
  cannotCheck: {
    status: 503,
    code: 'auth.cannot-check',
    message: 'Who you are cannot be checked: the database does not answer. Try again in a moment.',
  },
});

/**
 * A guard that goes on where it cannot ask any more: for a quarter of an hour it lets those in again whom this node has let in
 * with the same token, as long as that is good. Whoever it refuses is forgotten. Throws what the guard throws, and
 * `auth.cannot-check`.
 */
export function admitThroughOutage(guard: Guard, options: OutageGuardOptions): Guard {
  const { clock, isTokenGood, ...given } = options;
  const limits = { ...OUTAGE_LIMITS, ...given };
  const admitted = new LRUCache<string, Actor>({
    max: MAX_CACHED_CALLERS,
    ttl: CACHE_MS,
    ttlResolution: 0,
    // Being let in from here does not count as having been let in.
    updateAgeOnGet: false,
    perf: { now: () => clock.now().getTime() },
  });

  return async (request, reply) => {
    const token = bearerTokenOf(request);
    const key = token === null ? '' : createHash('sha256').update(token).digest('base64');
    // What the guard comes to is remembered also where it comes too late for this request.
    const guarded = guard(request, reply).then(
      () => {
        if (request.actor !== null) admitted.set(key, request.actor);
        return true;
      },
      (refusal: unknown) => {
        if (isRefused(refusal, [401, 403])) admitted.delete(key);
        throw refusal;
      },
    );
    try {
      if (await withTimeout(admitted.has(key) ? limits.guardTimeOfRemembered : limits.guardTime, guarded)) return;
    } catch (refusal) {
      if (isRefused(refusal, [401, 403, 429])) throw refusal;
    }
    const actor = admitted.get(key);
    if (token === null || actor === undefined) throw outageErrors.cannotCheck();
    const isGood = await withTimeout(TOKEN_TIMEOUT_MS, isTokenGood(token)).catch(() => false);
    if (isGood !== true) throw outageErrors.cannotCheck();
    identify(request, actor);
  };
}

function isRefused(thrown: unknown, statuses: readonly number[]): boolean {
  return thrown instanceof AppError && statuses.includes(thrown.status);
}
