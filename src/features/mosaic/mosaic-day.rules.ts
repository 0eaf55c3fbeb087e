import { addDays, endOfDateEverywhere, localDateOf, startOfDateAnywhere } from '../../platform/days/calendar-date.ts';

/** The public folder of mosaic images. */
export const MOSAICS = 'mosaics';

/** Returns the storage key of an image. The token makes its URL unguessable. */
export function pictureKey(date: string, unguessable: string): string {
  return `${MOSAICS}/${date}-${unguessable}.png`;
}

/** Whether the date has begun in any time zone. */
export function hasBegun(date: string, now: Date): boolean {
  return now >= startOfDateAnywhere(date);
}

/** The latest date that has begun in any time zone. */
export function lastBegunDate(now: Date): string {
  const date = localDateOf(now, 'UTC');
  const next = addDays(date, 1);
  return hasBegun(next, now) ? next : date;
}

/** Whether states of this date can still change, because it has not ended in all time zones. */
export function isProvisional(date: string, now: Date): boolean {
  return now < endOfDateEverywhere(date);
}
