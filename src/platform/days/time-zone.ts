import { Temporal } from 'temporal-polyfill';

/**
 * Whether `text` names a zone of the IANA database, in any letter case. Offsets such as `+02:00` know no summer time and are
 * not zones; neither are the abbreviations that only some libraries know, such as `ACT`.
 */
export function isTimeZone(text: string): boolean {
  try {
    new Temporal.ZonedDateTime(0n, readZone(text));
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The text as the library takes it. Throws a RangeError where it is an offset, which the library would take as well. */
export function readZone(text: string): string {
  if (!/^[A-Za-z]/.test(text)) throw new RangeError(`Not a time zone: ${text}`);
  return text;
}
