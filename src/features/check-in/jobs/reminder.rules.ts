import { addDays, localDateOf } from '../../../platform/days/calendar-date.ts';
import { instantAt } from '../../../platform/days/local-time.ts';

/** When a window opens, on the clocks of a zone. */
export type Opening = { startTime: string; zone: string };

const AHEAD_MS = 30 * 60 * 1000;

/** The date whose window opens within the next thirty minutes; null where none does. */
export function dateToRemindOf({ startTime, zone }: Opening, now: Date): string | null {
  const today = localDateOf(now, zone);
  const isNear = (date: string) => {
    const ahead = instantAt({ date, time: startTime, zone }).getTime() - now.getTime();
    return ahead > 0 && ahead <= AHEAD_MS;
  };
  return [today, addDays(today, 1)].find(isNear) ?? null;
}
