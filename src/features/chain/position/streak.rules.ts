import { addDays } from '../../../platform/days/calendar-date.ts';

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
