import { dateOf } from './days.rules.ts';

/** The calendar date of now in a time zone, by default that of the device. */
export function todayIn(timeZone?: string): string {
  return dateOf(new Date(), timeZone);
}
