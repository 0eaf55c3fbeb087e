import type { PauseReason } from '../endpoint/endpoint.schema.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delay after each failed attempt but the last: in all, less than a day. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Retries end a day after the delivery was queued. */
export const MAX_AGE_MS = 24 * HOUR_MS;

/** A delivery that waited longer is not sent: its endpoint is slower than its events. */
const MAX_WAIT_MS = MAX_AGE_MS + HOUR_MS;

/** The maximum share of a delay that is random, so that deliveries that failed together are not repeated together. */
const MAX_JITTER = 0.2;

/** What a receiver can ask for. */
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;

/** After three days without a success an endpoint is paused. */
export const MAX_FAILING_MS = 72 * HOUR_MS;

/** `attempts` counts the one that failed. `chance` is a random number from 0 to 1. */
type FailedAttempt = { attempts: number; createdAt: Date; retryAfterMs: number | null; chance: number };

/** When to try again after a failed attempt, or null if it was the last. */
export function findNextAttempt({ attempts, createdAt, retryAfterMs, chance }: FailedAttempt, now: Date): Date | null {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  const end = createdAt.getTime() + MAX_AGE_MS;
  if (delayMs === undefined || now.getTime() >= end) return null;
  const waitMs = Math.max(delayMs * (1 - MAX_JITTER * chance), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
  return new Date(Math.min(now.getTime() + Math.round(waitMs), end));
}

/** Whether to make the attempt that `attempts` counts. Crashes can leave `attempts` above the maximum. */
export function shouldAttempt({ attempts, createdAt }: { attempts: number; createdAt: Date }, now: Date): boolean {
  return attempts <= MAX_ATTEMPTS && now.getTime() - createdAt.getTime() <= MAX_WAIT_MS;
}

/** The wait that a header `Retry-After` asks for: seconds or a date (RFC 9110, section 10.2.3). Null for any other text. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const date = /^[A-Za-z]{3},? /.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

/** Why a failed attempt pauses its endpoint at once; null if only the duration of the failure counts. */
export function pauseReasonOf(status: number | null): Extract<PauseReason, 'gone'> | null {
  return status === 410 ? 'gone' : null;
}
