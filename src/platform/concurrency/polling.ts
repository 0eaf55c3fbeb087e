import { setTimeout as delay } from 'node:timers/promises';

export type PollOptions = { intervalMs: number; timeoutMs: number };

/** Polls until there is a result. Returns undefined after the timeout. */
export async function pollFor<Result>(
  poll: () => Promise<Result | undefined>,
  { intervalMs, timeoutMs }: PollOptions,
): Promise<Result | undefined> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const result = await poll();
    if (result !== undefined || performance.now() + intervalMs > end) return result;
    await delay(intervalMs);
  }
}
