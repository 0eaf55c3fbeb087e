import { robotPowerOf, type TeamWeek } from '../battle/fight.rules.ts';
import { daysOf } from '../week.rules.ts';
import { type DailyStats, dailyStatsOf, type TeamDay } from './daily-stats.rules.ts';

/** What was counted in a week: the chips of each team and day that has any, and how many people were in each team. */
export type SenderStats = { chips: readonly TeamDay[]; members: { red: number; blue: number } };

export type TeamStanding = TeamWeek & { robotPower: number };

/** Where both teams stand in a week, and what each day brought them. The days add up to the chips of the week. */
export type Standing = { red: TeamStanding; blue: TeamStanding; dailyStats: DailyStats[] };

/** What the tally of a week comes to. */
export function standingOf(weekStart: string, { chips, members }: SenderStats): Standing {
  const dailyStats = dailyStatsOf(daysOf(weekStart), chips);
  const red = { chips: sumOf(dailyStats, 'redTeamChips'), members: members.red };
  const blue = { chips: sumOf(dailyStats, 'blueTeamChips'), members: members.blue };
  return {
    red: { ...red, robotPower: robotPowerOf(red) },
    blue: { ...blue, robotPower: robotPowerOf(blue) },
    dailyStats,
  };
}

function sumOf(days: readonly DailyStats[], team: 'redTeamChips' | 'blueTeamChips'): number {
  return days.reduce((sum, day) => sum + day[team], 0);
}
