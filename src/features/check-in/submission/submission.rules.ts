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
