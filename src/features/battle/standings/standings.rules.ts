import { robotPowerOf, type TeamWeek } from '../robot.rules.ts';
import { daysOf } from '../week.rules.ts';

/** The chips that a team earned on a date. */
export type TeamDay = { date: string; teamColor: 'red' | 'blue'; chips: number };

/** The chips of each team and date that has any, and the number of members of each team. */
export type WeekCounts = { chips: readonly TeamDay[]; members: { red: number; blue: number } };

export type DailyStats = { date: string; redTeamChips: number; blueTeamChips: number };

export type TeamStanding = TeamWeek & { robotPower: number };

export type Standings = { red: TeamStanding; blue: TeamStanding; dailyStats: DailyStats[] };

export function computeStandings(weekStart: string, { chips, members }: WeekCounts): Standings {
  const dailyStats = dailyStatsOf(daysOf(weekStart), chips);
  const red = { chips: sumOf(dailyStats, 'redTeamChips'), members: members.red };
  const blue = { chips: sumOf(dailyStats, 'blueTeamChips'), members: members.blue };
  return {
    red: { ...red, robotPower: robotPowerOf(red) },
    blue: { ...blue, robotPower: robotPowerOf(blue) },
    dailyStats,
  };
}

/** Returns the chips of both teams for each of the days, 0 where a team earned none. */
export function dailyStatsOf(days: readonly string[], chips: readonly TeamDay[]): DailyStats[] {
  const chipsOf = (date: string, color: TeamDay['teamColor']) =>
    chips.reduce((sum, day) => (day.date === date && day.teamColor === color ? sum + day.chips : sum), 0);
  return days.map((date) => ({ date, redTeamChips: chipsOf(date, 'red'), blueTeamChips: chipsOf(date, 'blue') }));
}

function sumOf(days: readonly DailyStats[], team: 'redTeamChips' | 'blueTeamChips'): number {
  return days.reduce((sum, day) => sum + day[team], 0);
}
