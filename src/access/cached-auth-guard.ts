import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock.ts';
import { withTimeout } from '#platform/concurrency/timeout.ts';
import { AppError, declareErrors } from '#platform/errors.ts';
import type { Guard } from '#platform/http/guarded-routes.ts';
import { type Actor, identify } from './actor.ts';
import { bearerTokenOf } from './bearer.ts';

/** Timeouts in milliseconds to identify a caller: unknown, or admitted before. */
export type OutageLimits = { guardTime: number; guardTimeOfRemembered: number };

export const OUTAGE_LIMITS: OutageLimits = { guardTime: 1_500, guardTimeOfRemembered: 500 };

export type OutageGuardOptions = Partial<OutageLimits> & {
  clock: Clock;
  /** Whether a token is valid, as far as this can be checked without the database. */
  isTokenGood: (token: string) => Promise<boolean>;
};

/** The timeout of the token check, which does not use the database. */
const TOKEN_TIMEOUT_MS = 200;
const CACHE_MS = 15 * 60 * 1_000;
const MAX_CACHED_CALLERS = 100;

const outageErrors = declareErrors({
  cannotCheck: {
    status: 503,
    code: 'auth.cannot-check',
    message: 'Your access cannot be checked because the database does not respond. Try again in a moment.',
  },
});

/**
 * A guard that works during an outage of the database. It admits callers that this node has admitted with the same token within
 * 15 minutes, while the token is valid. A rejected caller is removed from the cache. Throws what the guard throws.
 * @throws {auth.cannot-check}
 */
export function admitThroughOutage(guard: Guard, options: OutageGuardOptions): Guard {
  const { clock, isTokenGood, ...given } = options;
  const limits = { ...OUTAGE_LIMITS, ...given };
  const admitted = new LRUCache<string, Actor>({
    max: MAX_CACHED_CALLERS,
    ttl: CACHE_MS,
    ttlResolution: 0,
    // An admission from the cache does not extend the 15 minutes.
    updateAgeOnGet: false,
    perf: { now: () => clock.now().getTime() },
  });

  return async (request, reply) => {
    // The result is cached even if it arrives after the timeout of this request.
    const guarded = guard(request, reply).then(
      () => {
        if (request.actor !== null) admitted.set(keyOf(request.accessToken), request.actor);
        return true;
      },
      (error: unknown) => {
        if (hasStatus(error, [401, 403])) admitted.delete(keyOf(request.accessToken));
        throw error;
      },
    );
    try {
      const isKnown = admitted.has(keyOf(bearerTokenOf(request)));
      if (await withTimeout(isKnown ? limits.guardTimeOfRemembered : limits.guardTime, guarded)) return;
    } catch (error) {
      if (hasStatus(error, [401, 403, 429])) throw error;
    }
    const token = request.accessToken;
    const actor = admitted.get(keyOf(token));
    if (token === null || actor === undefined) throw outageErrors.cannotCheck();
    const isValid = await withTimeout(TOKEN_TIMEOUT_MS, isTokenGood(token)).catch(() => false);
    if (isValid !== true) throw outageErrors.cannotCheck();
    identify(request, actor);
  };
}

const keyOf = (token: string | null) => (token === null ? '' : createHash('sha256').update(token).digest('base64'));

function hasStatus(thrown: unknown, statuses: readonly number[]): boolean {
  return thrown instanceof AppError && statuses.includes(thrown.status);
}
