import { instantAt } from '../../platform/days/local-time.ts';

/** A window of two hours as a person sets it: 'HH:MM' on the clocks of a zone, on a date there. */
export type LocalWindow = { date: string; startTime: string; zone: string };

/** From `startsAt` on, until just before `endsAt`. */
export type Span = { readonly startsAt: Date; readonly endsAt: Date };

const WINDOW_MS = 2 * 60 * 60 * 1000;

/**
 * The instants of a window. It begins when the clocks of the zone show its start, and lasts two hours as they pass: on the two
 * nights of a year on which clocks change, its end may not be what `start + 2 h` reads on them.
 * @throws {RangeError} for what is no date, time or zone
 */
export function windowSpan({ date, startTime, zone }: LocalWindow): Span {
  const startsAt = instantAt({ date, time: startTime, zone });
  return { startsAt, endsAt: new Date(startsAt.getTime() + WINDOW_MS) };
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
