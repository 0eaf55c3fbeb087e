import { addDays, dateSpan, localDateOf } from '../../platform/days/calendar-date.ts';
import { windowSpan } from './window-span.rules.ts';

/** What a person has set: the start of their two hours ('HH:MM' in their zone), and the first date on which they had a window. */
export type WindowFacts = { startTime: string; zone: string; since: string };

const MINUTES_PER_DAY = 24 * 60;
const WINDOW_MINUTES = 120;

/** Whether a window lasts two hours on the clock, over midnight too. Times are 'HH:MM'. */
export function isTwoHours(startTime: string, endTime: string): boolean {
  const minutes = minuteOfDay(endTime) - minuteOfDay(startTime);
  return (minutes + MINUTES_PER_DAY) % MINUTES_PER_DAY === WINDOW_MINUTES;
}

function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

/**
 * The date that a moment belongs to for a person: that of yesterday while yesterday's window, which crosses midnight, is still
 * open; else the local date in their zone.
 */
export function dateOfMoment(moment: Date, window: WindowFacts): string {
  const today = localDateOf(moment, window.zone);
  const yesterday = addDays(today, -1);
  return yesterday >= window.since && isWithinWindow(moment, yesterday, window) ? yesterday : today;
}

/** Whether the window of a date is open at a moment: from its start on, until just before its end. */
export function isWithinWindow(moment: Date, date: string, { startTime, zone }: WindowFacts): boolean {
  const { startsAt, endsAt } = windowSpan({ date, startTime, zone });
  return startsAt <= moment && moment < endsAt;
}

/** When a person's day of a date is over: its window has closed, and the date has ended in their zone. */
export function dayEndsAt(date: string, { startTime, zone }: WindowFacts): Date {
  const window = windowSpan({ date, startTime, zone });
  const day = dateSpan(date, zone);
  return window.endsAt > day.endsAt ? window.endsAt : day.endsAt;
}

/** Where a person is, as far as they have said so. */
export type Location = { city: string | null; region: string | null; country: string | null; timeZone: string };

/**
 * The group that people are matched in, as a key that equal groups share: city with region and country; where the city is
 * missing, region and country; where either of those is missing, the time zone. Letter case, the spaces around a name and the
 * ways to write an accent make no difference.
 */
export function matchingGroupOf({ city, region, country, timeZone }: Location): string {
  const [cityName, regionName, countryCode, zone] = [city, region, country, timeZone].map(plainName);
  // Lists of different lengths never read the same, and neither do names that hold what would separate them.
  if (!regionName || !countryCode) return JSON.stringify([zone]);
  return JSON.stringify(cityName ? [cityName, regionName, countryCode] : [regionName, countryCode]);
}

function plainName(name: string | null): string {
  return (name ?? '').normalize('NFC').trim().toLowerCase();
}
