import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { instantAt } from '#platform/days/local-time.ts';
import { isTimeZone } from '#platform/days/time-zone.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** The delay after each failed attempt but the last. */
const RETRY_DELAYS_MS = [30 * SECOND_MS, 5 * MINUTE_MS];

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

export type DeliveryFacts = {
  attempts: number;
  expiresAt: Date;
  isRead: boolean;
  /** The device still belongs to the user, who is active and has not turned off notifications or their push. */
  isDeliverable: boolean;
};

/** Whether to make the attempt that `attempts` already counts. Crashes can leave `attempts` above the maximum. */
export function shouldSend(delivery: DeliveryFacts, now: Date): boolean {
  return delivery.isDeliverable && !delivery.isRead && delivery.expiresAt > now && delivery.attempts <= MAX_ATTEMPTS;
}

/** When to retry after a number of failed attempts, or null after the last. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
}

/** The times of day between which nothing is pushed, such as 22:00 and 07:00. */
export type QuietHours = { start: string; end: string };

/** When the quiet hours that contain `now` end on the clocks of a time zone (UTC if unknown); null outside of them. */
export function quietUntil({ start, end }: QuietHours, timeZone: string | null, now: Date): Date | null {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC';
  const today = localDateOf(now, zone);
  for (const date of [addDays(today, -1), today]) {
    const startsAt = instantAt({ date, time: start, zone });
    const endsAt = instantAt({ date: start < end ? date : addDays(date, 1), time: end, zone });
    if (startsAt <= now && now < endsAt) return endsAt;
  }
  return null;
}

/** Whole seconds, at least 1. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / SECOND_MS));
}
