import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { addDays, localDateOf } from '../../days/calendar-date.ts';
import type { Db } from '../../db/database.ts';
import { declareErrors } from '../../errors.ts';
import { outsideOfRun } from '../../run.ts';
import type { HttpScope } from '../scope.ts';
import { claimText } from './text-quota.store.ts';

const MAX_CACHED_USERS = 50_000;

/** A node takes this much at a time for small texts, so that most of them need no query. */
const MAX_LEASE_BYTES = 64 * 1024;
const LEASES_PER_DAY = 20;

const quotaErrors = declareErrors({
  dailyTextSpent: {
    status: 429,
    code: 'request.daily-text-spent',
    message: 'You have sent as much text as a day (UTC) allows. The header Retry-After says when to go on.',
  },
});

type Lease = { day: string; left: number };

/**
 * Limits how many bytes of JSON a user sends on a day (UTC), counted by all nodes together. A request with an
 * Idempotency-Key counts twice, for its response is stored as well. Comes after the keys, so that a repeated request is free.
 */
export function limitTexts(scope: HttpScope, deps: { db: Db; clock: Clock; textBytesPerDay: number }): void {
  const { db, clock, textBytesPerDay: limit } = deps;
  const leaseBytes = Math.min(MAX_LEASE_BYTES, Math.floor(limit / LEASES_PER_DAY));
  const leases = new LRUCache<string, Lease>({ max: MAX_CACHED_USERS });

  async function claim(userId: string, day: string, bytes: number): Promise<boolean> {
    const lease = leases.get(userId);
    if (lease?.day === day && lease.left >= bytes) {
      lease.left -= bytes;
      return true;
    }
    if (bytes < leaseBytes && (await claimText(db, { userId, day, bytes: leaseBytes }, limit))) {
      // Another request may have taken a lease meanwhile.
      const other = leases.get(userId);
      leases.set(userId, { day, left: (other?.day === day ? other.left : 0) + leaseBytes - bytes });
      return true;
    }
    return claimText(db, { userId, day, bytes }, limit);
  }

  scope.addHook('preHandler', async (request) => {
    const { caller, bodyBytes } = request;
    if (caller === null || bodyBytes === 0) return;
    const now = clock.now();
    const day = localDateOf(now, 'UTC');
    const copies = request.keyedRun === null ? 1 : 2;
    // A lease is for other requests as well.
    if (await outsideOfRun(() => claim(caller.limitedId, day, bodyBytes * copies))) return;
    const nextDay = Date.parse(addDays(day, 1));
    throw quotaErrors.dailyTextSpent({ retryAfterSeconds: Math.ceil((nextDay - now.getTime()) / 1000) });
  });
}
