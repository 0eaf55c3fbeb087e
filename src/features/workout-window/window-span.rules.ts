import { instantAt } from '#platform/days/local-time.ts';

/** A window as the user sets it: a date and `HH:MM` in a time zone. */
export type LocalWindow = { date: string; startTime: string; zone: string };

/** From `startsAt` (inclusive) to `endsAt` (exclusive). */
export type TimeSpan = { readonly startsAt: Date; readonly endsAt: Date };

const WINDOW_MS = 2 * 60 * 60 * 1000;

/**
 * Returns the instants of a window: two hours from its start. When clocks change in between, the end differs from `start + 2 h`
 * on the clock.
 *
 * @throws {RangeError} for an invalid date or time
 */
export function windowSpan({ date, startTime, zone }: LocalWindow): TimeSpan {
  const startsAt = instantAt({ date, time: startTime, zone });
  return { startsAt, endsAt: new Date(startsAt.getTime() + WINDOW_MS) };
}

/**
 * `windowSpan` for the windows of one date. Caches equal windows, which return the same object: a million users share a few
 * thousand. Create one for each run.
 */
export function windowSpansOn(date: string): (startTime: string, zone: string) => TimeSpan {
  const spansByZone = new Map<string, Map<string, TimeSpan>>();
  return (startTime, zone) => {
    const ofZone = spansByZone.get(zone) ?? new Map<string, TimeSpan>();
    const span = ofZone.get(startTime) ?? windowSpan({ date, startTime, zone });
    if (!ofZone.has(startTime)) spansByZone.set(zone, ofZone.set(startTime, span));
    return span;
  };
}
