import { isTimeZone } from '#platform/days/time-zone.ts';
import type { Logger } from '#platform/log.ts';
import type { Opening } from './reminder.rules.ts';

/** The openings in time zones that exist; the windows of others are skipped and logged. */
export function openingsInKnownZones(log: Logger, openings: readonly Opening[]): Opening[] {
  const unknown = new Set(openings.map(({ zone }) => zone).filter((zone) => !isTimeZone(zone)));
  for (const zone of unknown)
    log.warn({ event: 'zone.unknown', zone }, 'windows in a time zone that does not exist are skipped');
  return openings.filter(({ zone }) => !unknown.has(zone));
}
