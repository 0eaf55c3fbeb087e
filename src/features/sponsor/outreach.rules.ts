/** How many messages of one sender a sponsor gets within any 24 hours. */
export const MESSAGES_AT_MOST = 5;

export const SPAN_MILLISECONDS = 24 * 60 * 60 * 1_000;

/**
 * When the next message is possible, by when those of the last 24 hours were sent, the newest first; null where that is now. A message
 * counts until exactly 24 hours after it.
 */
export function nextPossible(sentAt: readonly Date[]): Date | null {
  const oldestThatCounts = sentAt[MESSAGES_AT_MOST - 1];
  return oldestThatCounts === undefined ? null : new Date(oldestThatCounts.getTime() + SPAN_MILLISECONDS);
}
