import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a time. Returns immediately for 0. */
export async function sleep(durationMs: number): Promise<void> {
  if (durationMs > 0) await delay(durationMs);
}
