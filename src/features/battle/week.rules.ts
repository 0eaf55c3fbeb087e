import {
  addDays,
  dateSpan,
  dayOfWeek,
  endOfDateEverywhere,
  localDateOf,
  mondayOf,
} from '#platform/days/calendar-date.ts';

/** `pending` before its week, `in_progress` from the start of its week, `completed` once it was executed. */
export type BattleStatus = 'pending' | 'in_progress' | 'completed';

const WEEK_DAYS = 7;
const MONDAY = 1;

/** Whether a date is a Monday. Dates are `YYYY-MM-DD`. */
export function isWeekStart(day: string): boolean {
  return dayOfWeek(day) === MONDAY;
}

/** Returns the Monday of the week of an instant. Weeks change on Monday at 00:00 UTC. */
export function weekStartAt(instant: Date): string {
  return mondayOf(localDateOf(instant, 'UTC'));
}

/** Returns the Sunday of a week. */
export function weekEndOf(weekStart: string): string {
  return addDays(weekStart, WEEK_DAYS - 1);
}

/** Returns the seven dates of a week, Monday first. */
export function daysOf(weekStart: string): string[] {
  return Array.from({ length: WEEK_DAYS }, (_, day) => addDays(weekStart, day));
}

/** Returns the status of a battle at an instant. Only an execution completes it. */
export function battleStatusAt(battle: { weekStart: string; isExecuted: boolean }, now: Date): BattleStatus {
  if (battle.isExecuted) return 'completed';
  return now >= dateSpan(battle.weekStart, 'UTC').startsAt ? 'in_progress' : 'pending';
}

/** Whether a week has ended in all time zones: on Monday at 12:00 UTC. No chips can be earned for it afterwards. */
export function hasEndedEverywhere(weekStart: string, now: Date): boolean {
  // Later weeks are excluded first, because the last week of the calendar has no next date.
  if (weekStart >= weekStartAt(now)) return false;
  return now >= endOfDateEverywhere(weekEndOf(weekStart));
}
