import { isIP } from 'node:net';
import Format from 'typebox/format';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The plain form alone: PostgreSQL does not read the `urn:uuid:` form that RFC 9562 also allows. */
export function isStrictUuid(text: string): boolean {
  return UUID.test(text);
}

/** A day that the Gregorian calendar has, from 1900-01-01 to 9999-12-31. */
export function isCalendarDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false;
  // Day 0 of the month after is the last day of this one.
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** An instant with its offset, without a leap second, on a day that the calendar has. */
export function isInstant(text: string): boolean {
  const match = DATE_TIME.exec(text);
  return match?.[1] !== undefined && isCalendarDate(match[1]);
}

/** An absolute http or https address, so neither `javascript:` nor `file:`. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** An address of the internet protocol, of either version, without a zone or a port. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

/** Makes the formats that our schemas name mean exactly this. Calling it again changes nothing. */
export function registerFormats(): void {
  Format.Set('uuid', isStrictUuid);
  Format.Set('date', isCalendarDate);
  Format.Set('date-time', isInstant);
  Format.Set('uri', isWebAddress);
  Format.Set('ip', isIpAddress);
}
