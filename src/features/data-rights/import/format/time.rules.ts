import { instantOf, localDateOf } from '#platform/days/calendar-date.ts';
import { isTimeZone } from '#platform/days/time-zone.ts';

/** When an entry was written, and the date where its author was. */
export type WrittenAt = { at: Date; date: string };

const MIN_MS = Date.UTC(1900, 0, 1);
const MAX_MS = Date.UTC(9000, 0, 1);

/** An instant of an ISO text or of milliseconds, in the zone, or in `fallback` if there is no such zone. Null for any other value. */
export function writtenAt(value: string | number | null, zone: string | null, fallback: string): WrittenAt | null {
  const ms = typeof value === 'string' ? Date.parse(value) : value;
  if (ms === null || !(ms >= MIN_MS && ms < MAX_MS)) return null;
  const at = new Date(ms);
  return { at, date: dateIn(at, zone) ?? localDateOf(at, fallback) };
}

/** The local time of a date, '2024-05-31' or '2024-05-31T18:04'. Without a time it is noon. Null for any other value. */
export function localTimeAt(date: string, time: string | null, zone: string): WrittenAt | null {
  if (!isTimeZone(zone)) return null;
  try {
    const at = instantOf(`${date}T${time ?? '12:00'}`, zone);
    return at.getTime() >= MIN_MS && at.getTime() < MAX_MS ? { at, date } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function dateIn(at: Date, zone: string | null): string | null {
  return zone !== null && isTimeZone(zone) ? localDateOf(at, zone) : null;
}
