import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How much later than asked for the event loop of a process came round, in milliseconds. */
export type LoopDelay = { median: number; p99: number; max: number };

const RESOLUTION_MS = 10;

/** Watches the event loop of this process until the function that it returns is called, which tells. */
export function watchLoopDelay(): () => LoopDelay {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6 - RESOLUTION_MS));
  delay.enable();
  return () => {
    delay.disable();
    return { median: late(delay.percentile(50)), p99: late(delay.percentile(99)), max: late(delay.max) };
  };
}
