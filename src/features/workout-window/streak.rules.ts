import { addDays } from '#platform/days/calendar-date.ts';
import type { CheckInStatus } from './day-state.rules.ts';
import { isRestDate, nextActiveDate, type RestPeriod } from './rest-period.rules.ts';
import { dayEndsAt, type WindowFacts } from './workout-window.rules.ts';

/** A user's window, and when they rest. */
type StreakWindow = WindowFacts & { rest: readonly RestPeriod[] };

/**
 * Returns the length of the longest run of consecutive dates. Dates on which the user rests neither count nor end a run. Accepts
 * dates in any order, with duplicates.
 */
export function longestStreakOf(dates: readonly string[], rest: readonly RestPeriod[] = []): number {
  let longest = 0;
  let current = 0;
  let last: string | null = null;
  for (const date of [...new Set(dates)].sort()) {
    current = last !== null && follows(date, last, rest) ? current + 1 : 1;
    longest = Math.max(longest, current);
    last = date;
  }
  return longest;
}

/** Whether the user rests on all dates between two dates, if there are any. */
function follows(date: string, last: string, rest: readonly RestPeriod[]): boolean {
  let next = addDays(last, 1);
  while (next < date && isRestDate(next, rest)) next = addDays(next, 1);
  return next === date;
}

/** A date on which a user has checked in. */
export type StreakDay = { date: string; status: CheckInStatus };

/**
 * Returns the length of the run of consecutive dates that the user can still continue. Accepts dates in any order.
 *
 * - Today is not over: the run ends with yesterday's check-in until today has ended for the user (`dayEndsAt`).
 * - A date on which the user rests neither counts nor ends the run, unless they have checked in on it: then it counts.
 * - Any other date without a check-in ends the run, also while the window is closed and before the user had one.
 * - A rejected check-in ends the run at once, until it is replaced. On a date of rest it changes nothing.
 * - The time zone of the current window decides when a date has ended, as for the next check-in. Travelling west extends the run's
 *   last date, travelling east shortens it.
 * - Without a window there is nothing to continue.
 */
export function currentStreakOf(days: readonly StreakDay[], window: StreakWindow | null, now: Date): number {
  if (window === null) return 0;
  const latestFirst = days
    .filter(({ date, status }) => status !== 'rejected' || !isRestDate(date, window.rest))
    .sort((one, other) => (one.date < other.date ? 1 : -1));
  let later = latestFirst[0]?.date;
  if (later === undefined || dayEndsAt(nextActiveDate(later, window.rest), window) <= now) return 0;
  let length = 0;
  for (const { date, status } of latestFirst) {
    if (status === 'rejected' || (date !== later && !follows(later, date, window.rest))) return length;
    length += 1;
    later = date;
  }
  return length;
}

/** Returns the current and the longest streak in days. Dates count if their check-in is not rejected. */
export function streaksOf(
  days: readonly StreakDay[],
  window: StreakWindow | null,
  now: Date,
): { current: number; longest: number } {
  const dates = days.flatMap(({ date, status }) => (status === 'rejected' ? [] : date));
  return { current: currentStreakOf(days, window, now), longest: longestStreakOf(dates, window?.rest) };
}
