import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { instantAt } from '#platform/days/local-time.ts';

/** The start of a window on the clock of a time zone. */
export type Opening = { startTime: string; zone: string };

const AHEAD_MS = 30 * 60 * 1000;

/** Returns the date whose window opens within the next 30 minutes, or null. */
export function dateToRemindOf({ startTime, zone }: Opening, now: Date): string | null {
  const today = localDateOf(now, zone);
  const isNear = (date: string) => {
    const ahead = instantAt({ date, time: startTime, zone }).getTime() - now.getTime();
    return ahead > 0 && ahead <= AHEAD_MS;
  };
  return [today, addDays(today, 1)].find(isNear) ?? null;
}
