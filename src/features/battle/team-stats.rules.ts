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

/** Chips that a team won on a day, YYYY-MM-DD. */
export type TeamDay = { date: string; teamColor: 'red' | 'blue'; chips: number };

export type DailyStats = { date: string; redTeamChips: number; blueTeamChips: number };

/** The chips of both teams on each of these days, in the order of the days; 0 where nobody won one. */
export function dailyStatsOf(days: readonly string[], chips: readonly TeamDay[]): DailyStats[] {
  const chipsOf = (date: string, color: TeamDay['teamColor']) =>
    chips.reduce((sum, day) => (day.date === date && day.teamColor === color ? sum + day.chips : sum), 0);
  return days.map((date) => ({ date, redTeamChips: chipsOf(date, 'red'), blueTeamChips: chipsOf(date, 'blue') }));
}
