const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** The delay after each failed attempt but the last. */
const RETRY_DELAYS_MS = [30 * SECOND_MS, 5 * MINUTE_MS];

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

export type DeliveryFacts = {
  attempts: number;
  expiresAt: Date;
  isRead: boolean;
  /** The device still belongs to the user, who is active and has not turned off notifications. */
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

/** Whole seconds, at least 1. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / SECOND_MS));
}
