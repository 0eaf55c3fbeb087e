import { readdir, readFile } from 'node:fs/promises';

/** Megabytes of proportional set size: shared pages count once, divided among the processes that share them. */
export type Memory = { node: number; postgres: number };

/** The memory of a node, and of all processes of its database; null where the system does not tell. */
export async function memoryOf(nodePid: number | undefined, postmasterPid: number | null): Promise<Memory | null> {
  if (process.platform !== 'linux' || nodePid === undefined || postmasterPid === null) return null;
  const children = await childrenOf(postmasterPid);
  const sizes = await Promise.all([postmasterPid, ...children].map(readSize));
  return { node: await readSize(nodePid), postgres: sizes.reduce((sum, size) => sum + size, 0) };
}

async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map((child) => readField(child, 'status', 'PPid')));
  return pids.filter((_, index) => parents[index] === pid);
}

/** The proportional set size of a process in megabytes; 0 if the system does not tell. */
async function readSize(pid: number): Promise<number> {
  const kilobytes = await readField(pid, 'smaps_rollup', 'Pss');
  return (kilobytes * 1024) / 1e6;
}

/** A number of a file of proc(5), or 0 if the process has ended. */
async function readField(pid: number, file: string, field: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
