import { readDate } from './calendar-date.ts';
import { type LocalInstant, resolveLocal } from './time-zone.ts';

/** A time of day ('HH:MM') on a date, on the clocks of a zone. */
export type LocalTime = { date: string; time: string; zone: string };

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * The instant at which the clocks of the zone show the time: later by as much as the clocks skip if they skip it, and the first
 * time if they show it twice.
 * @throws {RangeError} for what is no date or time
 */
export function instantAt(localTime: LocalTime): Date {
  return new Date(resolve(localTime).instant);
}

/**
 * The instant at which a day that begins at the time begins: when clocks show it first, or when they skip it.
 * @throws {RangeError} for what is no date or time
 */
export function startOfDay(localTime: LocalTime): Date {
  const { instant, isSkipped, changeAt } = resolve(localTime);
  return new Date(isSkipped ? changeAt : instant);
}

function resolve({ date, time, zone }: LocalTime): LocalInstant {
  if (!TIME.test(time)) throw new RangeError(`Not a time of day: ${time}`);
  return resolveLocal(Date.parse(`${readDate(date).toString()}T${time}:00Z`), zone);
}
