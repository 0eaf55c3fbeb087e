import { addDays } from '../../shared/days/days.rules.ts';
import { startOfWeek } from '../../shared/days/week.rules.ts';
import type { CheckInStatus, Goal, GoalCheckIn } from './api/queries.ts';

export type GoalGroup = 'due' | 'done' | 'paused' | 'completed' | 'abandoned';

/** The groups in the order of the screen. */
export const GROUPS: readonly GoalGroup[] = ['due', 'done', 'paused', 'completed', 'abandoned'];

export function groupOf({ status, last_check_in }: Pick<Goal, 'status' | 'last_check_in'>, today: string): GoalGroup {
  if (status !== 'active') return status;
  return last_check_in?.check_in_date === today ? 'done' : 'due';
}

/** The goals of each group. Those due with the nearest target date first, the others as they come. */
export function groupGoals<Of extends Pick<Goal, 'status' | 'last_check_in' | 'target_date'>>(
  goals: readonly Of[],
  today: string,
): { group: GoalGroup; goals: Of[] }[] {
  return GROUPS.map((group) => {
    const ofGroup = goals.filter((goal) => groupOf(goal, today) === group);
    return { group, goals: group === 'due' ? ofGroup.toSorted(byTargetDate) : ofGroup };
  }).filter(({ goals: ofGroup }) => ofGroup.length > 0);
}

function byTargetDate(one: Pick<Goal, 'target_date'>, other: Pick<Goal, 'target_date'>): number {
  return (one.target_date ?? '9').localeCompare(other.target_date ?? '9');
}

const STRENGTH: Record<CheckInStatus, number> = { completed: 3, partial: 2, skipped: 1, missed: 0 };

/** What a day came to: its best check-in. */
export function statusByDate(
  checkIns: readonly Pick<GoalCheckIn, 'status' | 'check_in_date'>[],
): ReadonlyMap<string, CheckInStatus> {
  const statuses = new Map<string, CheckInStatus>();
  for (const { status, check_in_date } of checkIns) {
    const known = statuses.get(check_in_date);
    if (known === undefined || STRENGTH[status] > STRENGTH[known]) statuses.set(check_in_date, status);
  }
  return statuses;
}

/** The last days up to today, oldest first. */
export function lastDays(today: string, days: number): string[] {
  return Array.from({ length: days }, (_, index) => addDays(today, index - days + 1));
}

/** The last weeks, oldest first. Days after today are null. `firstWeekday` is the day that weeks begin with, 0 for Monday. */
export function lastWeeks(today: string, weeks: number, firstWeekday: number): (string | null)[][] {
  const first = startOfWeek(today, firstWeekday);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const date = addDays(first, (week - weeks + 1) * 7 + weekday);
      return date > today ? null : date;
    }),
  );
}
