import type { Clock } from '#platform/clock.ts';

export type TestClock = Clock & { advance(milliseconds: number): void; set(instant: Date): void };

/** Creates a clock that changes only by `advance` and `set`. It starts at the current time, because the database and the sandboxes use theirs. */
export function createTestClock(start = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    set: (instant) => {
      now = instant.getTime();
    },
  };
}
