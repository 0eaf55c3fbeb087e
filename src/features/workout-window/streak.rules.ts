import { addDays } from '#platform/days/calendar-date.ts';
import type { CheckInStatus } from './day-state.rules.ts';
import { dayEndsAt, type WindowFacts } from './workout-window.rules.ts';

/** Returns the length of the longest run of consecutive dates. Accepts dates in any order, with duplicates. */
export function longestStreakOf(dates: readonly string[]): number {
  let longest = 0;
  let current = 0;
  let expected = '';
  for (const date of [...new Set(dates)].sort()) {
    current = date === expected ? current + 1 : 1;
    longest = Math.max(longest, current);
    expected = addDays(date, 1);
  }
  return longest;
}

/** A date on which a user has checked in. */
export type StreakDay = { date: string; status: CheckInStatus };

/**
 * Returns the length of the run of consecutive dates that the user can still continue. Accepts dates in any order.
 *
 * - Today is not over: the run ends with yesterday's check-in until today has ended for the user (`dayEndsAt`).
 * - A date without a check-in ends the run, also while the window is closed and before the user had one: a pause keeps nothing.
 * - A rejected check-in ends the run at once, because its date takes no other.
 * - The time zone of the current window decides when a date has ended, as for the next check-in. Travelling west extends the run's
 *   last date, travelling east shortens it.
 * - Without a window there is nothing to continue.
 */
export function currentStreakOf(days: readonly StreakDay[], window: WindowFacts | null, now: Date): number {
  const latestFirst = days.toSorted((one, other) => (one.date < other.date ? 1 : -1));
  const last = latestFirst[0];
  if (last === undefined || window === null || dayEndsAt(addDays(last.date, 1), window) <= now) return 0;
  let expected = last.date;
  let length = 0;
  for (const { date, status } of latestFirst) {
    if (date !== expected || status === 'rejected') return length;
    length += 1;
    expected = addDays(date, -1);
  }
  return length;
}

/** Returns the current and the longest streak in days. Dates count if their check-in is not rejected. */
export function streaksOf(
  days: readonly StreakDay[],
  window: WindowFacts | null,
  now: Date,
): { current: number; longest: number } {
  const dates = days.flatMap(({ date, status }) => (status === 'rejected' ? [] : date));
  return { current: currentStreakOf(days, window, now), longest: longestStreakOf(dates) };
}
