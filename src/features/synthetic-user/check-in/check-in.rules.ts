import { seededRandom } from '../../../platform/seeded-random.ts';

const WINDOW_HOURS = 2;

/** Whether somebody checks in on a day, as often as their probability (in percent) says; always the same for that day. */
export function decidesToCheckIn(userId: string, date: string, probability: number): boolean {
  return seededRandom(`check-in ${userId} ${date}`)() * 100 < probability;
}

/** In which of the two hours of their window somebody checks in on a day: 0 or 1, always the same for that day. */
export function hourOfCheckIn(userId: string, date: string): number {
  return Math.floor(seededRandom(`hour of check-in ${userId} ${date}`)() * WINDOW_HOURS);
}
