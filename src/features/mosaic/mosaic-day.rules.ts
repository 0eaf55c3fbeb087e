import { endOfDateEverywhere, startOfDateAnywhere } from '../../platform/days/calendar-date.ts';

/** The folder of the pictures. Everybody who has the address of one may see it. */
export const MOSAICS = 'mosaics';

/** What a picture is stored under. It says of which date it is, and a part of it cannot be guessed. */
export function pictureKey(date: string, unguessable: string): string {
  return `${MOSAICS}/${date}-${unguessable}.png`;
}

/** Whether the date has begun somewhere on earth. */
export function hasBegun(date: string, now: Date): boolean {
  return now >= startOfDateAnywhere(date);
}

/** Whether somebody's day of this date may still change, because it has not ended everywhere on earth. */
export function isProvisional(date: string, now: Date): boolean {
  return now < endOfDateEverywhere(date);
}
