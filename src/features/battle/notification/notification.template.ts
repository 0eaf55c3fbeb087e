import { formatDate } from '#platform/days/date-text.ts';
import type { Winner } from '../battle.schema.ts';

/** A user in a team of the week, with the chips they earned for it. */
export type TeamMember = { userId: string; teamColor: 'red' | 'blue'; chips: number };

export type CompletedWeek = { weekStart: string; winner: Winner; finalOutcome: string };

const NAMES = { red: 'Red', blue: 'Blue' } as const;

export function openingNotificationOf(weekStart: string, { userId, teamColor }: TeamMember) {
  return {
    userId,
    kind: 'battle_update' as const,
    title: 'A new battle begins',
    body: `You fight for ${NAMES[teamColor]} this week. Every verified check-in earns chips for your team.`,
    data: { week_start_date: weekStart, team_color: teamColor },
    dedupeKey: `battle_update:${weekStart}`,
  };
}

export function resultsNotificationOf({ weekStart, winner, finalOutcome }: CompletedWeek, member: TeamMember) {
  const { userId, teamColor, chips } = member;
  return {
    userId,
    kind: 'battle_results' as const,
    title: winner === 'tie' ? 'The battle is a tie' : `${NAMES[winner]} won the battle`,
    body: `In the week of ${formatDate(weekStart)} you fought for ${NAMES[teamColor]}${endOf(winner, teamColor)}. You gave ${chipsIn(chips)}. ${finalOutcome}`,
    data: { week_start_date: weekStart, winner, team_color: teamColor, chips, final_outcome: finalOutcome },
    dedupeKey: `battle_results:${weekStart}`,
  };
}

function endOf(winner: Winner, teamColor: 'red' | 'blue'): string {
  if (winner === 'tie') return ', and it was a tie';
  return winner === teamColor ? ', and won' : ', and lost';
}

function chipsIn(chips: number): string {
  if (chips === 0) return 'no chips';
  return chips === 1 ? '1 chip' : `${chips} chips`;
}
