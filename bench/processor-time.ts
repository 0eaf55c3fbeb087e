import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const TICKS_PER_SECOND = 100;

/** What of /proc/<pid>/stat counts here, by its position after the name: see proc(5). */
const PARENT = 1;
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

/**
 * The seconds of processor time that the database server has taken since it started, all its processes together; null where
 * this machine does not say. Unlike the time that passes, it hardly depends on what else the machine does.
 */
export async function processorSecondsOfServer(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = await readStat(rows[0]?.pid ?? 0);
  const postmaster = Number(backend?.[PARENT]);
  if (backend === null || postmaster <= 1) return null;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await readStat(pid) })));
  const seconds = stats.flatMap(({ pid, stat }) => {
    if (stat === null || (pid !== postmaster && Number(stat[PARENT]) !== postmaster)) return [];
    return [secondsAt(stat, pid === postmaster ? [...OWN, ...OF_ENDED_CHILDREN] : OWN)];
  });
  return seconds.reduce((sum, some) => sum + some, 0);
}

/** The seconds of processor time of a process with all its threads; null where this machine does not say. */
export async function processorSecondsOf(pid: number): Promise<number | null> {
  const stat = await readStat(pid);
  return stat && secondsAt(stat, OWN);
}

function secondsAt(stat: readonly string[], positions: readonly number[]): number {
  return positions.reduce((sum, position) => sum + Number(stat[position]), 0) / TICKS_PER_SECOND;
}

/** Null where there is no such process, or no such folder. */
async function readStat(pid: number): Promise<string[] | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
