const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long to wait after each attempt that failed, in milliseconds; after the last attempt there is nothing to wait for. */
const PAUSES = [30 * SECOND_MS, 5 * MINUTE_MS];

/** How often a message is sent to a device at most. */
export const MAX_ATTEMPTS = PAUSES.length + 1;

/** What decides whether a message is still worth sending. */
export type DeliveryFacts = {
  attempts: number;
  expiresAt: Date;
  isRead: boolean;
  /** The device still belongs to the person, who is not blocked and has not turned notifications off meanwhile. */
  isWelcome: boolean;
};

/** Whether to make the attempt that `attempts` counts already. More than there should be is what crashes leave behind. */
export function isWorthSending(delivery: DeliveryFacts, now: Date): boolean {
  return delivery.isWelcome && !delivery.isRead && delivery.expiresAt > now && delivery.attempts <= MAX_ATTEMPTS;
}

/** When to try again after so many attempts that failed, or null where it is given up. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}

/** Whole seconds until then, at least 1. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / SECOND_MS));
}
