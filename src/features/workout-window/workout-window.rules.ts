import { addDays, dateSpan, localDateOf } from '#platform/days/calendar-date.ts';
import { windowSpan } from './window-span.rules.ts';

/** The start of the window (`HH:MM` in the time zone), and the first date on which the user had a window. */
export type WindowFacts = { startTime: string; zone: string; since: string };

const MINUTES_PER_DAY = 24 * 60;
const WINDOW_MINUTES = 120;

/** Whether a window lasts two hours on the clock, also across midnight. Times are `HH:MM`. */
export function isTwoHours(startTime: string, endTime: string): boolean {
  const minutes = minuteOfDay(endTime) - minuteOfDay(startTime);
  return (minutes + MINUTES_PER_DAY) % MINUTES_PER_DAY === WINDOW_MINUTES;
}

function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

/**
 * Returns the date that an instant belongs to for a user.
 *
 * It is yesterday while yesterday's window, which crosses midnight, is open; otherwise the local date.
 */
export function dateOfMoment(moment: Date, window: WindowFacts): string {
  const today = localDateOf(moment, window.zone);
  const yesterday = addDays(today, -1);
  return yesterday >= window.since && isWithinWindow(moment, yesterday, window) ? yesterday : today;
}

/** Returns whether the window of a date is open at an instant. */
export function isWithinWindow(moment: Date, date: string, { startTime, zone }: WindowFacts): boolean {
  const { startsAt, endsAt } = windowSpan({ date, startTime, zone });
  return startsAt <= moment && moment < endsAt;
}

/** Returns when a user's day ends: the window has closed and the date has ended in their time zone. */
export function dayEndsAt(date: string, { startTime, zone }: WindowFacts): Date {
  const window = windowSpan({ date, startTime, zone });
  const day = dateSpan(date, zone);
  return window.endsAt > day.endsAt ? window.endsAt : day.endsAt;
}

/** A group of users who are matched together, with the time zone of their calendar. */
export type MatchingGroup = { group: string; timezone: string };

export type Location = { city: string | null; region: string | null; country: string | null; timeZone: string };

/**
 * Returns the key of the matching group of a location.
 *
 * The key is city, region and country; without a city, region and country; without either of these, the time zone. Case,
 * surrounding spaces and Unicode normalization make no difference.
 */
export function matchingGroupOf({ city, region, country, timeZone }: Location): string {
  const [cityName, regionName, countryCode, zone] = [city, region, country, timeZone].map(normalizeName);
  // JSON arrays keep keys unambiguous: lengths differ by kind, and separators in names are escaped.
  if (!regionName || !countryCode) return JSON.stringify([zone]);
  return JSON.stringify(cityName ? [cityName, regionName, countryCode] : [regionName, countryCode]);
}

function normalizeName(name: string | null): string {
  return (name ?? '').normalize('NFC').trim().toLowerCase();
}
