import { readDate } from './calendar-date.ts';
import { resolveLocal } from './time-zone.ts';

/** A time of day ('HH:MM') on a date, on the clocks of a zone. */
export type LocalTime = { date: string; time: string; zone: string };

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * The instant at which the clocks of the zone show the time: later by as much as the clocks skip if they skip it, and the first
 * time if they show it twice.
 * @throws {RangeError} for what is no date or time
 */
export function instantAt({ date, time, zone }: LocalTime): Date {
  if (!TIME.test(time)) throw new RangeError(`Not a time of day: ${time}`);
  const local = Date.parse(`${readDate(date).toString()}T${time}:00Z`);
  return new Date(resolveLocal(local, zone).instant);
}
