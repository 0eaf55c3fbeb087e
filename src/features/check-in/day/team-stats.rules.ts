/** Users of a team with the same state, and the sum of their chips. */
export type TeamPart = { state: 'completed' | 'failed' | 'pending'; users: number; chips: number };

export type TeamStats = {
  totalMembers: number;
  completed: number;
  failed: number;
  pending: number;
  completionRate: number;
  totalChips: number;
};

export function teamStatsOf(parts: readonly TeamPart[]): TeamStats {
  const counts = { completed: 0, failed: 0, pending: 0 };
  let totalChips = 0;
  for (const { state, users, chips } of parts) {
    counts[state] += users;
    totalChips += chips;
  }
  const totalMembers = counts.completed + counts.failed + counts.pending;
  return { totalMembers, ...counts, completionRate: completionRateOf(counts.completed, totalMembers), totalChips };
}

/** Returns the completed share in percent, with one decimal. 0 if `total` is 0. */
export function completionRateOf(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed * 1_000) / total) / 10;
}
