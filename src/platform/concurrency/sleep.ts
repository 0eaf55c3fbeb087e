import { setTimeout as delay } from 'node:timers/promises';

/** Lets so many milliseconds pass; with 0, goes on at once. */
export async function sleep(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await delay(milliseconds);
}
