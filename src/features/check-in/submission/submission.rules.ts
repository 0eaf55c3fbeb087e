import { instantOf } from '#platform/days/calendar-date.ts';
import { checkInErrors } from '../check-in.schema.ts';

/** The local time of the camera, and its UTC offset such as `+02:00` if known. */
type CaptureTime = { local: string; offset: string | null };

/** Returns when a photo was taken, or `received` if unknown. A time without an offset is read in the user's time zone. */
export function photoTimestampOf(capturedAt: CaptureTime | null, zone: string, received: Date): Date {
  if (capturedAt === null) return received;
  const { local, offset } = capturedAt;
  return offset === null ? instantOf(local, zone) : new Date(`${local}${offset}`);
}

export type Coordinates = { latitude: string; longitude: string };

/** Parses the coordinates of a form in decimal degrees. Returns null if there are none. */
export function parseCoordinates({
  latitude,
  longitude,
}: {
  latitude?: string;
  longitude?: string;
}): Coordinates | null {
  if (latitude === undefined && longitude === undefined) return null;
  if (latitude === undefined || longitude === undefined) throw checkInErrors.coordinatesInvalid();
  const [north, east] = [Number(latitude), Number(longitude)];
  if (Math.abs(north) > 90 || Math.abs(east) > 180) throw checkInErrors.coordinatesInvalid();
  return { latitude: String(north), longitude: String(east) };
}

const MAX_AHEAD_MS = 2 * 60 * 1000;
const MAX_AGE_MS = 12 * 60 * 60 * 1000;

/**
 * Parses the time at which the client took the photo. Returns null without one, and `now` for a time up to 2 minutes ahead.
 *
 * @throws {check-in.taken-in-future}
 */
export function parseTakenAt({ takenAt }: { takenAt?: string }, now: Date): Date | null {
  if (takenAt === undefined) return null;
  const taken = new Date(takenAt);
  if (taken.getTime() > now.getTime() + MAX_AHEAD_MS) throw checkInErrors.takenInFuture();
  return taken < now ? taken : now;
}

/** Whether a photo was taken at most 12 hours ago. */
export function isTakenLately(takenAt: Date, now: Date): boolean {
  return now.getTime() - takenAt.getTime() <= MAX_AGE_MS;
}
