import { firstWeekdayOf } from './week.rules.ts';

/** The day with which the weeks of the user begin, by the region that the browser is set to. 0 is Monday. */
export function useFirstWeekday(): number {
  return firstWeekdayOf(navigator.language);
}
