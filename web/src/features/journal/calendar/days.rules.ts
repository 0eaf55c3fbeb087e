import { addDays } from '../../../shared/days/days.rules.ts';
import { startOfWeek } from '../../../shared/days/week.rules.ts';

/** The days of a week, for their names. `firstWeekday` is the day that it begins with, 0 for Monday. */
export function weekFrom(firstWeekday: number): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays('2026-11-23', firstWeekday + index));
}

/** A month (`2026-11`) some months later. */
export function plusMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const date = new Date(Date.UTC(year, number - 1 + months, 1));
  return date.toISOString().slice(0, 7);
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  return addDays(`${plusMonths(month, 1)}-01`, -1);
}

/** The days of the weeks that a month touches: null for those of its neighbours. */
export function weeksOf(month: string, firstWeekday: number): (string | null)[][] {
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const weeks: (string | null)[][] = [];
  for (let start = startOfWeek(first, firstWeekday); start <= last; start = addDays(start, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const day = addDays(start, index);
        return day < first || day > last ? null : day;
      }),
    );
  }
  return weeks;
}

/** The day that a key of a calendar leads to. Null for other keys. */
export function dayByKey(day: string, key: string | null, firstWeekday: number): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return startOfWeek(day, firstWeekday);
    case 'End':
      return addDays(startOfWeek(day, firstWeekday), 6);
    case 'PageUp':
      return sameDayOf(day, -1);
    case 'PageDown':
      return sameDayOf(day, 1);
    default:
      return null;
  }
}

/** The same day of another month, or its last one. */
function sameDayOf(day: string, months: number): string {
  const month = plusMonths(day.slice(0, 7), months);
  const last = lastDayOf(month);
  const same = `${month}-${day.slice(8)}`;
  return same > last ? last : same;
}
