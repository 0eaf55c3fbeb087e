import { offsetChanges, offsetMsAt } from './time-zone.ts';

/* What clocks on the wall show, asked of the machine's own calendars and not of the date engine, so that tests can compare. */

/** Shorter than any time between two changes. */
const SEARCHED = 20 * 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...fields, second: '2-digit' });
  formats.set(zone, format);
  return format;
}

/** What the clocks show at an instant, 'YYYY-MM-DD HH:MM:SS'. */
export function wallClock(instant: number, zone: string): string {
  return formatOf(zone).format(instant).replace(',', '');
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  return Date.parse(`${wallClock(instant, zone).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;
}

/** The zones of which this machine has the same rules from 2011 to 2027. Its release of zone data is another one. */
export const ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => {
  const changes = offsetChanges(zone, new Date('2011-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z'));
  const instants = changes.flatMap(({ at }) => [at.getTime() - 1_000, at.getTime()]);
  return instants.every((instant) => offsetAt(instant, zone) === offsetMsAt(new Date(instant), zone));
});

/** The first instant of each change of the clocks in a year. */
export function changesIn(year: number, zone: string): number[] {
  const changes: number[] = [];
  for (let from = Date.UTC(year, 0, 1); from < Date.UTC(year + 1, 0, 1); from += SEARCHED) {
    let [before, after] = [from, from + SEARCHED];
    if (offsetAt(before, zone) === offsetAt(after, zone)) continue;
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000;
      if (offsetAt(middle, zone) === offsetAt(before, zone)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}
