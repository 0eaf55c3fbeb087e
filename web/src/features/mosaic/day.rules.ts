const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The first time zone is 14 hours before UTC, the last one 12 behind it. */
const FIRST_ZONE_MS = 14 * HOUR_MS;
const LAST_ZONE_MS = 12 * HOUR_MS;

/** Whether a text is a date of the calendar, such as `2026-11-22`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether a date has begun in any time zone. */
export function hasBegun(date: string, now: Date): boolean {
  return now.getTime() >= Date.parse(`${date}T00:00:00Z`) - FIRST_ZONE_MS;
}

/** When a date has ended in all time zones: at noon of the next day in UTC. */
export function endOf(date: string): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS + LAST_ZONE_MS);
}

export type Ending = 'tomorrow' | 'today' | 'later' | 'over';

/** When a date ends in all time zones, seen from now, in the days of UTC. */
export function endingOf(date: string, now: Date): Ending {
  const end = endOf(date);
  if (now >= end) return 'over';
  const days = Math.floor(end.getTime() / DAY_MS) - Math.floor(now.getTime() / DAY_MS);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later';
}
