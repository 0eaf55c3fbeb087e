import { Temporal } from 'temporal-polyfill';
import { readDate } from './calendar-date.ts';
import { readZone } from './time-zone.ts';

/** A time of day ('HH:MM') on a date, on the clocks of a zone. */
export type LocalTime = { date: string; time: string; zone: string };

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * The instant at which the clocks of the zone show the time: later by as much as the clocks skip if they skip it, and the first
 * time if they show it twice.
 * @throws {RangeError} for what is no date, time or zone
 */
export function instantAt({ date, time, zone }: LocalTime): Date {
  if (!TIME.test(time)) throw new RangeError(`Not a time of day: ${time}`);
  const plainTime = Temporal.PlainTime.from(time);
  return new Date(readDate(date).toZonedDateTime({ timeZone: readZone(zone), plainTime }).epochMilliseconds);
}
