import type { Clock } from '../../clock.ts';
import { type Loop, startLoop } from '../../concurrency/loop.ts';

const SAMPLES = 3;
const CHECK_INTERVAL_MS = 60_000;

/** Reads the time of the database. */
export type ReadDatabaseTime = () => Promise<Date>;

/**
 * How far the clock of this process is ahead of the database's, in milliseconds; negative if it is behind. Half of the round trip
 * counts as equal, so a slow response is no difference.
 */
export async function measureClockOffset(readTime: ReadDatabaseTime, clock: Clock): Promise<number> {
  let best = { offset: 0, tolerance: Number.POSITIVE_INFINITY };
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const sent = performance.now();
    const before = clock.now().getTime();
    const time = (await readTime()).getTime();
    const tolerance = (performance.now() - sent) / 2;
    if (tolerance < best.tolerance) best = { offset: before + tolerance - time, tolerance };
  }
  const certain = Math.max(0, Math.abs(best.offset) - best.tolerance);
  return Math.sign(best.offset) * Math.round(certain);
}

export type ClockWatchOptions = {
  readTime: ReadDatabaseTime;
  clock: Clock;
  maxOffsetMs: number;
  /** Called when the difference becomes larger than `maxOffsetMs`, and when it no longer is. */
  onChange: (offsetMs: number, isOff: boolean) => void;
  intervalMs?: number;
};

/** Compares the clock of this node with that of the database, the reference of all nodes. */
export type ClockWatch = {
  /** The last measurement, as `measureClockOffset` returns it; null before the first. */
  offsetMs(): number | null;
  /** Measures now. Keeps the last measurement if the database does not respond. */
  check(): Promise<void>;
  /** Measures every minute until stopped. */
  start(): Pick<Loop, 'stop'>;
};

export function createClockWatch(options: ClockWatchOptions): ClockWatch {
  const { readTime, clock, maxOffsetMs, onChange, intervalMs = CHECK_INTERVAL_MS } = options;
  let last: number | null = null;
  let isOff = false;

  async function check(): Promise<void> {
    const offset = await measureClockOffset(readTime, clock).catch(() => null);
    if (offset === null) return;
    last = offset;
    const isOffNow = Math.abs(offset) > maxOffsetMs;
    if (isOffNow !== isOff) onChange(offset, isOffNow);
    isOff = isOffNow;
  }

  return { offsetMs: () => last, check, start: () => startLoop({ intervalMs, work: check, onError: () => undefined }) };
}
