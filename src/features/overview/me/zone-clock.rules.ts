import { isTimeZone, offsetChanges, offsetMsAt } from '#platform/days/time-zone.ts';

const FIRST = new Date('2000-01-01T00:00:00Z');
const MINUTE_MS = 60_000;

export type ZoneClock = {
  name: string;
  is_known: boolean;
  offset_minutes: number;
  changes: { at: string; offset_minutes: number }[];
};

/** The rules of a zone from 2000 to the end of the next year (UTC), for clients. */
export function zoneClockOf(name: string, now: Date): ZoneClock {
  const until = new Date(Date.UTC(now.getUTCFullYear() + 2, 0, 1));
  const first = { at: FIRST, offsetMinutes: offsetMsAt(FIRST, name) / MINUTE_MS };
  return {
    name,
    is_known: isTimeZone(name),
    offset_minutes: offsetMsAt(now, name) / MINUTE_MS,
    changes: [first, ...offsetChanges(name, FIRST, until)].map(({ at, offsetMinutes }) => ({
      at: at.toISOString(),
      offset_minutes: offsetMinutes,
    })),
  };
}
