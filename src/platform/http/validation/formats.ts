import { isIP } from 'node:net';
import Format from 'typebox/format';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Returns whether a text is a UUID. Rejects the `urn:uuid:` form of RFC 9562, which PostgreSQL does not read. */
export function isStrictUuid(text: string): boolean {
  return UUID.test(text);
}

/** A date of the Gregorian calendar, from 1900-01-01 to 9999-12-31. */
export function isCalendarDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false;
  // Day 0 of the month after is the last day of this one.
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** A date and time with an offset, without leap seconds. */
export function isInstant(text: string): boolean {
  const match = DATE_TIME.exec(text);
  return match?.[1] !== undefined && isCalendarDate(match[1]);
}

const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** One plain email address, of the form that the identity provider accepts. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

/** An absolute http or https URL. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** An IPv4 or IPv6 address without zone and port. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

/** Registers the formats of schemas. Safe to repeat. */
export function registerFormats(): void {
  Format.Set('uuid', isStrictUuid);
  Format.Set('date', isCalendarDate);
  Format.Set('date-time', isInstant);
  Format.Set('email', isEmail);
  Format.Set('uri', isWebAddress);
  Format.Set('ip', isIpAddress);
}
