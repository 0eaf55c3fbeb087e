import { addDays, endOfDateEverywhere, localDateOf, startOfDateAnywhere } from '#platform/days/calendar-date.ts';

/** The public folder of mosaic images. */
export const MOSAICS = 'mosaics';

/** Returns the storage key of an image. The token makes its URL unguessable. */
export function pictureKey(date: string, unguessable: string): string {
  return `${MOSAICS}/${date}-${unguessable}.png`;
}

/** The forms of an image beside the full one, with the ending of their files. */
const FORMS = { thumbnail: 'webp', medium: 'webp', portrait: 'webp', card: 'png' } as const;
export type FormKeys = Record<keyof typeof FORMS, string>;

/** Returns the storage keys of the other forms of an image. */
export function formKeysOf(imageKey: string): FormKeys {
  const keyOf = (form: keyof FormKeys) => `${imageKey.replace(/\.png$/, '')}-${form}.${FORMS[form]}`;
  return { thumbnail: keyOf('thumbnail'), medium: keyOf('medium'), portrait: keyOf('portrait'), card: keyOf('card') };
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
