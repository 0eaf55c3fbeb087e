import { instantOf } from '../../../platform/days/calendar-date.ts';
import { checkInErrors } from '../check-in.schema.ts';

/** What the camera's own clock says, and its distance from UTC, as `+02:00`, where it says that. */
type CaptureTime = { local: string; offset: string | null };

/** When a photo was taken: what the camera says, on clocks of the person's zone where it names no other; else `received`. */
export function photoTimestampOf(capturedAt: CaptureTime | null, zone: string, received: Date): Date {
  if (capturedAt === null) return received;
  const { local, offset } = capturedAt;
  return offset === null ? instantOf(local, zone) : new Date(`${local}${offset}`);
}

export type Coordinates = { latitude: string; longitude: string };

/** The place of a form, in decimal degrees; null where it names none. Throws `check-in.place-invalid`. */
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
