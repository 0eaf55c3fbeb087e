/** Two users who are never linked and never in the same squad. */
export type Pair = { one: string; other: string };

/** The blocked users of each user, in both directions. A user without a block is absent. */
export type BlockedPairs = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_BLOCKED_PAIRS: BlockedPairs = new Map();

export function indexPairs(pairs: readonly Pair[]): BlockedPairs {
  const blocked = new Map<string, Set<string>>();
  const add = (one: string, other: string) => blocked.set(one, (blocked.get(one) ?? new Set()).add(other));
  for (const { one, other } of pairs) {
    add(one, other);
    add(other, one);
  }
  return blocked;
}

/** Whether a user has no block with any of the others. */
export function canJoin(userId: string, others: readonly string[], blockedPairs: BlockedPairs): boolean {
  const blocked = blockedPairs.get(userId);
  return blocked === undefined || !others.some((other) => blocked.has(other));
}
