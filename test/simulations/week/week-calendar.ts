/*
 * A calendar of its own for the scripted week, made of nothing but the clocks that Intl shows: what it finds must not come
 * from the date engine that it is to check.
 */

const HOUR = 60 * 60 * 1000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall shows: '2026-10-25 02:30'. */
export function wallClock(instant: number, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hour12: false } as const;
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(zone, clock);
  return clock.format(instant);
}

/** When clocks of the zone first show each of these local times, out of the half hours between two instants. */
export function instantsOf(localTimes: readonly string[], zone: string, from: number, until: number): number[] {
  const found = new Map<string, number>();
  for (let instant = from; instant <= until; instant += HOUR / 2) {
    const shown = wallClock(instant, zone);
    if (!found.has(shown)) found.set(shown, instant);
  }
  return localTimes.map((time) => found.get(time) ?? Number.NaN);
}

/** The dates of a week from its Monday on. */
export function datesOf(monday: string): string[] {
  return Array.from({ length: 7 }, (_, day) => wallClock(Date.parse(monday) + day * 24 * HOUR, 'UTC').slice(0, 10));
}
