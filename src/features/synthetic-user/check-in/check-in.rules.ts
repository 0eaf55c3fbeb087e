import { seededRandom } from '#platform/seeded-random.ts';

const WINDOW_HOURS = 2;

/** Whether a user checks in on a date, by their probability in percent. Deterministic for each user and date. */
export function decidesToCheckIn(userId: string, date: string, probability: number): boolean {
  return seededRandom(`check-in ${userId} ${date}`)() * 100 < probability;
}

/** Returns the hour of the window in which a user checks in on a date: 0 or 1. Deterministic for each user and date. */
export function hourOfCheckIn(userId: string, date: string): number {
  return Math.floor(seededRandom(`hour of check-in ${userId} ${date}`)() * WINDOW_HOURS);
}
