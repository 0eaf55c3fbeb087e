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

export type Place = { latitude: string; longitude: string };

/** The place of a form, in decimal degrees; null where it names none. Throws `check-in.place-invalid`. */
export function placeOf({ latitude, longitude }: { latitude?: string; longitude?: string }): Place | null {
  if (latitude === undefined && longitude === undefined) return null;
  if (latitude === undefined || longitude === undefined) throw checkInErrors.placeInvalid();
  const [north, east] = [Number(latitude), Number(longitude)];
  if (Math.abs(north) > 90 || Math.abs(east) > 180) throw checkInErrors.placeInvalid();
  return { latitude: String(north), longitude: String(east) };
}

/** In how many of the 256 bits of their fingerprints two photos differ at most that are the same one, saved anew. */
export const MAX_SAME_PHOTO_BITS = 12;

/** For how long a photo is compared with those of the same matching group. */
export const GROUP_COMPARISON_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * A photo with fewer bits of one kind than this shows too little (a dark room, one colour, a plain gradient) to tell it from
 * another person's: two photos that have nothing to do with each other differ in less than `MAX_SAME_PHOTO_BITS` then.
 */
const MIN_DETAIL_BITS = 24;

/** Whether a photo shows enough to be told from another person's, by how many of its 256 bits are set. */
export function showsDetail(bitsSet: number): boolean {
  return Math.min(bitsSet, 256 - bitsSet) >= MIN_DETAIL_BITS;
}
