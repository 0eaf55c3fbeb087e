import { sleep as sleepInReality } from './sleep.ts';

export type PollOptions = {
  intervalMs: number;
  timeoutMs: number;
  /** A clock that only runs forward, in milliseconds; that of the process if absent. */
  now?: () => number;
  /** Waits for milliseconds by that clock. */
  sleep?: (durationMs: number) => Promise<void>;
};

/** Polls until there is a result. Returns undefined after the timeout. */
export async function pollFor<Result>(
  poll: () => Promise<Result | undefined>,
  { intervalMs, timeoutMs, now = () => performance.now(), sleep = sleepInReality }: PollOptions,
): Promise<Result | undefined> {
  const end = now() + timeoutMs;
  for (;;) {
    const result = await poll();
    if (result !== undefined || now() + intervalMs > end) return result;
    await sleep(intervalMs);
  }
}
