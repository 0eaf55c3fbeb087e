/** Chips that a team won on a day, YYYY-MM-DD. */
export type TeamDay = { date: string; teamColor: 'red' | 'blue'; chips: number };

export type DailyStats = { date: string; redTeamChips: number; blueTeamChips: number };

/** The chips of both teams on each of these days, in the order of the days; 0 where nobody won one. */
export function dailyStatsOf(days: readonly string[], chips: readonly TeamDay[]): DailyStats[] {
  const chipsOf = (date: string, color: TeamDay['teamColor']) =>
    chips.reduce((sum, day) => (day.date === date && day.teamColor === color ? sum + day.chips : sum), 0);
  return days.map((date) => ({ date, redTeamChips: chipsOf(date, 'red'), blueTeamChips: chipsOf(date, 'blue') }));
}
