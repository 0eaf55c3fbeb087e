import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { AppError, declareErrors } from '../errors.ts';
import { within } from '../time-limit.ts';
import type { Actor } from './actor.ts';
import type { Guard } from './audience.ts';
import { bearerTokenOf } from './bearer.ts';

export type OutageGuardOptions = {
  clock: Clock;
  /** Whether a token is good by itself, as far as can be known without the database. */
  isTokenGood: (token: string) => Promise<boolean>;
};

/** How long the guard may take where the caller is remembered, and where not, and the look at the token after it; in milliseconds. */
const SHORT_LIMIT = 500;
const LONG_LIMIT = 1_500;
const TOKEN_LIMIT = 200;
const REMEMBERED_MILLISECONDS = 15 * 60 * 1_000;
const REMEMBERED_CALLERS = 100;

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
export function admitThroughOutage(guard: Guard, { clock, isTokenGood }: OutageGuardOptions): Guard {
  const admitted = new LRUCache<string, Actor>({
    max: REMEMBERED_CALLERS,
    ttl: REMEMBERED_MILLISECONDS,
    ttlResolution: 0,
    // Being let in from here does not count as having been let in.
    updateAgeOnGet: false,
    perf: { now: () => clock.now().getTime() },
  });

  return async (request, reply) => {
    const token = bearerTokenOf(request);
    const key = token === null ? '' : createHash('sha256').update(token).digest('base64');
    try {
      const isAdmitted = await within(
        admitted.has(key) ? SHORT_LIMIT : LONG_LIMIT,
        guard(request, reply).then(() => true),
      );
      if (isAdmitted === true) {
        if (request.actor !== null) admitted.set(key, request.actor);
        return;
      }
    } catch (refusal) {
      if (refusal instanceof AppError && refusal.status < 500) {
        admitted.delete(key);
        throw refusal;
      }
    }
    const actor = admitted.get(key);
    if (token === null || actor === undefined) throw outageErrors.cannotCheck();
    const isGood = await within(TOKEN_LIMIT, isTokenGood(token)).catch(() => false);
    if (isGood !== true) throw outageErrors.cannotCheck();
    request.actor = actor;
  };
}
