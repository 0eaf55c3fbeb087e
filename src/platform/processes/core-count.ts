import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const CGROUPS = '/sys/fs/cgroup';

/** The number of cores that this process can use: those it is bound to, and no more than the quota of its container. */
export function countCores(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(readQuota())));
}

/** Returns the CPU quota of a Linux control group, version 2. Node 20 ignores it: 64 processes in a container of 2 cores would starve. */
function readQuota(): number {
  try {
    const path = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
    return quotaOf(readFileSync(join(CGROUPS, path, 'cpu.max'), 'utf8'));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Cores by the text of `cpu.max`: the time that may be used in each period, or `max`. */
export function quotaOf(text: string): number {
  const [quota, period] = text.trim().split(' ').map(Number);
  const cores = (quota ?? Number.NaN) / (period ?? Number.NaN);
  return Number.isFinite(cores) ? cores : Number.POSITIVE_INFINITY;
}
