/** Two people who are never linked, nor in a squad together. */
export type Pair = { one: string; other: string };

/** From whom each is kept apart; it holds both ways, and leaves out who is kept apart from nobody. */
export type BlockedPairs = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_BLOCKED_PAIRS: BlockedPairs = new Map();

/** The pairs, seen from each of both. */
export function blockedBy(pairs: readonly Pair[]): BlockedPairs {
  const apart = new Map<string, Set<string>>();
  const add = (one: string, other: string) => apart.set(one, (apart.get(one) ?? new Set()).add(other));
  for (const { one, other } of pairs) {
    add(one, other);
    add(other, one);
  }
  return apart;
}

/** Whether somebody may be in a squad with all of these. */
export function fits(userId: string, others: readonly string[], apart: BlockedPairs): boolean {
  const shunned = apart.get(userId);
  return shunned === undefined || !others.some((other) => shunned.has(other));
}
