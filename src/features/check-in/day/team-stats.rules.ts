/** So many users in chains of the team on the day whose day stands the same, and the chips they won together. */
export type TeamPart = { state: 'completed' | 'failed' | 'pending'; users: number; chips: number };

export type TeamStats = {
  totalMembers: number;
  completed: number;
  failed: number;
  pending: number;
  completionRate: number;
  totalChips: number;
};

/** The figures of a team on a day. */
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

/** How many of a hundred completed, with one decimal; 0 where there is nobody. */
export function completionRateOf(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed * 1_000) / total) / 10;
}
