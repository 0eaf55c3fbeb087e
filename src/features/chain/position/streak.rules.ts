import { addDays } from '../../../platform/days/calendar-date.ts';

/** How many dates the longest run of consecutive ones among them has. They come in any order, and may repeat. */
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
