/** Somebody in a chain of the team on the day, and the chips they won. */
export type TeamMember = { status: 'completed' | 'failed' | 'pending'; chips: number };

export type TeamStats = {
  totalMembers: number;
  completed: number;
  failed: number;
  pending: number;
  completionRate: number;
  totalChips: number;
};

/** The figures of a team on a day. */
export function teamStatsOf(members: readonly TeamMember[]): TeamStats {
  const counts = { completed: 0, failed: 0, pending: 0 };
  let totalChips = 0;
  for (const { status, chips } of members) {
    counts[status]++;
    totalChips += chips;
  }
  const completionRate = completionRateOf(counts.completed, members.length);
  return { totalMembers: members.length, ...counts, completionRate, totalChips };
}

/** How many of a hundred completed, with one decimal; 0 where there is nobody. */
export function completionRateOf(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed * 1_000) / total) / 10;
}
