/** Messages from one sender to one sponsor within 24 hours. */
export const MAX_MESSAGES = 5;

export const PERIOD_MS = 24 * 60 * 60 * 1_000;

/**
 * When the next message is allowed, or null if it is allowed now. `sentAt` are the times of the last 24 hours, newest first. A message
 * counts for exactly 24 hours.
 */
export function nextAllowedAt(sentAt: readonly Date[]): Date | null {
  const oldestThatCounts = sentAt[MAX_MESSAGES - 1];
  return oldestThatCounts === undefined ? null : new Date(oldestThatCounts.getTime() + PERIOD_MS);
}
