import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Twice the size takes twice the time if the time is linear, and four times if it is the square. */
const LIMIT = 3;
const ROUNDS = 3;
/** Work that is linear has steps, such as where a text becomes a large object. It has one of them in a few doublings. */
const DOUBLINGS = 3;
/** Linux counts the processor time of a thread in steps of up to ten milliseconds. */
const MEASURED_MS = 20;

/** What one run costs, in any unit. */
type Measure = (work: () => unknown) => Promise<number>;

/**
 * How many times as much processor time `work` takes for twice the size: about 2 where it is linear, 4 where it is the square. The size is
 * doubled until it is found linear, at most three times. Counts this thread alone, so that other programs do not matter.
 */
export async function growthOf(
  size: number,
  work: (size: number) => unknown,
  measure: Measure = durationOf,
): Promise<number> {
  // Code that has not run yet is slow, and would make the first size look dear.
  await measure(() => work(size));
  let growth = Number.POSITIVE_INFINITY;
  for (let doubling = 0; doubling < DOUBLINGS && growth >= LIMIT; doubling += 1) {
    const first = size * 2 ** doubling;
    let [single, double] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < ROUNDS && growth >= LIMIT; round += 1) {
      single = Math.min(single, await measure(() => work(first)));
      double = Math.min(double, await measure(() => work(first * 2)));
      growth = Math.min(growth, double / single);
    }
  }
  return growth;
}

/** Expects that the processor time of `work` grows no faster than the size of what it is given. */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  expect(await growthOf(size, work)).toBeLessThan(LIMIT);
}

/** Of one of as many runs as can be measured, in milliseconds. */
async function durationOf(work: () => unknown): Promise<number> {
  const start = processorMs();
  for (let runs = 1; ; runs += 1) {
    await work();
    const duration = processorMs() - start;
    if (duration >= MEASURED_MS) return duration / runs;
  }
}

/** Of this thread. Where the system does not tell it, the clock stands in. */
function processorMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
