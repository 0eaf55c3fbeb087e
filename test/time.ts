/** What a call may take beyond its time limit on a busy machine, in milliseconds. */
export const BUSY_MS = 10_000;

/** Measures the shortest of several runs in milliseconds: other work of the machine may interrupt one of them. */
export function shortestOf(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** The same for asynchronous work, whose runs come one after another. */
export async function shortestRunOf(runs: number, work: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await work();
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}
