import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** The limit between a linear time, which grows by 2 if the size doubles, and a quadratic one, which grows by 4. */
const LIMIT = 3;
const ROUNDS = 3;
/** Linear work has a few steps, such as where a text becomes a large object. So one bad doubling proves nothing. */
const DOUBLINGS = 3;
/** The minimum duration of a measurement: Linux counts the processor time of a thread in steps of up to 10 ms. */
const MEASURED_MS = 20;

/** Returns the cost of one run, in any unit. */
type Measure = (work: () => unknown) => Promise<number>;

/**
 * Returns the ratio of the processor times of `work` for the double size and the single size: about 2 if linear, 4 if quadratic. Doubles
 * the size until the ratio is linear, at most three times. Only this thread is measured, so other programs have no influence.
 */
export async function growthOf(
  size: number,
  work: (size: number) => unknown,
  measure: Measure = durationOf,
): Promise<number> {
  // The first run is slow, because the code is not compiled yet.
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

/** Fails unless the processor time of `work` is linear in the size. */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  expect(await growthOf(size, work)).toBeLessThan(LIMIT);
}

/** Returns the mean duration of a run, in milliseconds. Repeats it until the total can be measured. */
async function durationOf(work: () => unknown): Promise<number> {
  const start = processorMs();
  for (let runs = 1; ; runs += 1) {
    await work();
    const duration = processorMs() - start;
    if (duration >= MEASURED_MS) return duration / runs;
  }
}

/** Returns the processor time of this thread in milliseconds, or the time of the clock where the system has no such counter. */
function processorMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
