import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const TICKS_PER_SECOND = 100;

/** What of /proc/<pid>/stat counts here, by its position after the name: see proc(5). */
const PARENT = 1;
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

/** As `processorSecondsOf`, of the database server; null where this machine does not say. */
export async function processorSecondsOfServer(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = await readStat(rows[0]?.pid ?? 0);
  const postmaster = Number(backend?.[PARENT]);
  return backend === null || postmaster <= 1 ? null : processorSecondsOf(postmaster);
}

/**
 * The seconds of processor time that a process and its children have taken since they started; null where this machine does not
 * say. Unlike the time that passes, it hardly depends on what else the machine does.
 */
export async function processorSecondsOf(parent: number): Promise<number | null> {
  if ((await readStat(parent)) === null) return null;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await readStat(pid) })));
  const ticks = stats.flatMap(({ pid, stat }) => {
    if (stat === null || (pid !== parent && Number(stat[PARENT]) !== parent)) return [];
    const positions = pid === parent ? [...OWN, ...OF_ENDED_CHILDREN] : OWN;
    return positions.map((position) => Number(stat[position]));
  });
  return ticks.reduce((sum, some) => sum + some, 0) / TICKS_PER_SECOND;
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

/** The process that started this one. Throws where this machine does not say. */
export async function parentOf(pid: number): Promise<number> {
  const stat = await readStat(pid);
  if (stat === null)
    throw new Error('Processor time of single requests is read from /proc, which this machine does not have.');
  return Number(stat[PARENT]);
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await readStat(pid) })));
  return stats.flatMap(({ pid, stat }) => (Number(stat?.[PARENT]) === parent ? [pid] : []));
}

/** The processor time of all threads of these processes. Processes that have ended count as none. */
export async function nanosecondsOf(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
      return Promise.all(
        threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
      );
    }),
  );
  return times.flat().reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);
}
