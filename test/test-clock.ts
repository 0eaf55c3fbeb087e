import type { Clock } from '#platform/clock.ts';

export type TestClock = Clock & { advance(milliseconds: number): void; set(instant: Date): void };

/** A clock that stands still until it is told otherwise. It starts at the present, so that outside parts agree with it. */
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
