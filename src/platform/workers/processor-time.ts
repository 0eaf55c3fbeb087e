import { readFileSync, readlinkSync } from 'node:fs';

/** Linux counts it in hundredths of a second, on all processors that Node runs on. */
const TICK_MS = 10;

/** The id that Linux gives the thread that calls; null on other systems. */
export function readTaskId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}

/** The processor time that a thread of this process has taken; 0 when it has ended. */
export function readProcessorMs(taskId: number): number {
  try {
    const stat = readFileSync(`/proc/self/task/${taskId}/stat`, 'latin1');
    // The name of the thread, in parentheses, can contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
