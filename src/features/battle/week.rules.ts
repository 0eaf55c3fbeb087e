import {
  addDays,
  dateSpan,
  dayOfWeek,
  endOfDateEverywhere,
  localDateOf,
  mondayOf,
} from '../../platform/days/calendar-date.ts';

/** Where a battle stands: before its week, from the first minute of its week, and once it has been fought. */
export type BattleStatus = 'pending' | 'in_progress' | 'completed';

const WEEK_DAYS = 7;
const MONDAY = 1;

/** Whether a battle can be of the week that starts on this day. Days are YYYY-MM-DD. */
export function isWeekStart(day: string): boolean {
  return dayOfWeek(day) === MONDAY;
}

/** The Monday of the week in which an instant lies, in UTC: weeks change on Monday at 00:00 UTC. */
export function weekStartAt(instant: Date): string {
  return mondayOf(localDateOf(instant, 'UTC'));
}

/** The Sunday of a week. */
export function weekEndOf(weekStart: string): string {
  return addDays(weekStart, WEEK_DAYS - 1);
}

/** The seven days of a week, Monday first. */
export function daysOf(weekStart: string): string[] {
  return Array.from({ length: WEEK_DAYS }, (_, day) => addDays(weekStart, day));
}

/** Where a battle stands at an instant. Time alone never completes it: it has to be executed. */
export function battleStatusAt(battle: { weekStart: string; isExecuted: boolean }, now: Date): BattleStatus {
  if (battle.isExecuted) return 'completed';
  return now >= dateSpan(battle.weekStart, 'UTC').startsAt ? 'in_progress' : 'pending';
}

/**
 * Whether a week is over for everybody: on Monday at 12:00 UTC, Sunday has ended in every time zone, and no chip can be won
 * any more. A battle is not executed before.
 */
export function hasEndedEverywhere(weekStart: string, now: Date): boolean {
  // Asked first, since the last week of the calendar ends on no date that there is.
  if (weekStart >= weekStartAt(now)) return false;
  return now >= endOfDateEverywhere(weekEndOf(weekStart));
}
