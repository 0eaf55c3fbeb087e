import { instantOf } from '../../platform/days/calendar-date.ts';
import { checkInErrors } from './check-in.schema.ts';

/** What the camera's own clock says, and its distance from UTC, as `+02:00`, where it says that. */
type CaptureTime = { local: string; offset: string | null };

/** When a photo was taken: what the camera says, on clocks of the person's zone where it names no other; else `received`. */
export function photoTimestampOf(capturedAt: CaptureTime | null, zone: string, received: Date): Date {
  if (capturedAt === null) return received;
  const { local, offset } = capturedAt;
  return offset === null ? instantOf(local, zone) : new Date(`${local}${offset}`);
}

export type Place = { latitude: string; longitude: string };

/** The place of a form, in degrees as the form wrote them; null where it names none. Throws `check-in.place-invalid`. */
export function placeOf({ latitude, longitude }: { latitude?: string; longitude?: string }): Place | null {
  if (latitude === undefined && longitude === undefined) return null;
  if (latitude === undefined || longitude === undefined) throw checkInErrors.placeInvalid();
  if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) throw checkInErrors.placeInvalid();
  return { latitude, longitude };
}

/** In how many of the 256 bits of their fingerprints two photos differ that are the same one, saved anew. */
const SAME_PHOTO_BITS = 12;

/** Whether a photo was made out of an earlier one of the same person, by the distances of their fingerprints. */
export function isSamePhoto(distance: number): boolean {
  return distance <= SAME_PHOTO_BITS;
}
