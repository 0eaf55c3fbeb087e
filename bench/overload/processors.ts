import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The processors of the two sides, so that the clients take nothing from the server. */
export const SERVERS = 0;
export const CLIENTS = 1;

/** Binds a process, its threads and those that it starts later to one processor (Linux). */
export async function bindTo(processor: number, pid: number): Promise<void> {
  await run('taskset', ['-a', '-c', '-p', String(processor), String(pid)]);
}

/** Binds a process and all of its children. */
export async function bindTree(processor: number, pid: number): Promise<void> {
  const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
  for (const child of stdout.split('\n').filter(Boolean)) await bindTree(processor, Number(child));
  await bindTo(processor, pid);
}
