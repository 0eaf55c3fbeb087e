/** How many messages of one sender a sponsor gets within any 24 hours. */
export const MAX_MESSAGES = 5;

export const SPAN_MS = 24 * 60 * 60 * 1_000;

/**
 * When the next message is possible, by when those of the last 24 hours were sent, the newest first; null where that is now. A message
 * counts until exactly 24 hours after it.
 */
export function nextPossible(sentAt: readonly Date[]): Date | null {
  const oldestThatCounts = sentAt[MAX_MESSAGES - 1];
  return oldestThatCounts === undefined ? null : new Date(oldestThatCounts.getTime() + SPAN_MS);
}
