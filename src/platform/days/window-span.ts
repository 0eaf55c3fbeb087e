import { Temporal } from 'temporal-polyfill';
import { readDate } from './calendar-date.ts';
import { readZone } from './time-zone.ts';

/** A window of two hours as a person sets it: 'HH:MM' on the clocks of a zone, on a date there. */
export type LocalWindow = { date: string; startTime: string; zone: string };

/** From `startsAt` on, until just before `endsAt`. */
export type Span = { readonly startsAt: Date; readonly endsAt: Date };

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const WINDOW_MILLISECONDS = 2 * 60 * 60 * 1000;

/**
 * The instants of a window. It begins when the clocks of the zone show its start: later by as much as the clocks skip where
 * they skip it, and the first time where they show it twice. It lasts two hours as they pass, so on the two nights of a year on
 * which clocks change its end may not be what `start + 2 h` reads on them. Throws a RangeError for what is no date, time or zone.
 */
export function windowSpan({ date, startTime, zone }: LocalWindow): Span {
  if (!TIME.test(startTime)) throw new RangeError(`Not a time of day: ${startTime}`);
  const plainTime = Temporal.PlainTime.from(startTime);
  const startsAt = readDate(date).toZonedDateTime({ timeZone: readZone(zone), plainTime }).epochMilliseconds;
  return { startsAt: new Date(startsAt), endsAt: new Date(startsAt + WINDOW_MILLISECONDS) };
}

/**
 * `windowSpan` for the many windows of a date. What it answered it remembers, since a million people share a few thousand
 * times and zones: equal windows get the same object, so leave that as it is. Make one for a run; it is let go with the run.
 */
export function windowSpansOn(date: string): (startTime: string, zone: string) => Span {
  const known = new Map<string, Map<string, Span>>();
  return (startTime, zone) => {
    const ofZone = known.get(zone) ?? new Map<string, Span>();
    const span = ofZone.get(startTime) ?? windowSpan({ date, startTime, zone });
    if (!ofZone.has(startTime)) known.set(zone, ofZone.set(startTime, span));
    return span;
  };
}
