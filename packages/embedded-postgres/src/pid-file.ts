import { execFile } from 'node:child_process';
import { readFile, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { ClusterFiles } from './cluster-files.ts';
import { isCode } from './file-system.ts';

/** The main process of a server. `port` is null as long as it has none. */
export type Postmaster = { pid: number; port: number | null };

/** The server that runs on this cluster now, in whatever state, or null. Only looks. */
export async function findPostmaster(files: ClusterFiles): Promise<Postmaster | null> {
  const text = await readPidFile(files);
  if (text === null) return null;
  const [pid = 0, , , port = 0] = text.split('\n').map(Number);
  if (!(await isPostmasterOf(files, pid))) return null;
  return { pid, port: port > 0 ? port : null };
}

async function readPidFile(files: ClusterFiles): Promise<string | null> {
  try {
    return await readFile(join(files.data, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * A file that names a dead process is left to PostgreSQL, which also looks for surviving children of the old server. One
 * that names a living process which is not our server (the id was given to another program) would stop it, and goes.
 */
export async function removeStalePidFile(files: ClusterFiles): Promise<void> {
  const text = await readPidFile(files);
  if (text === null) return;
  const pid = Number.parseInt(text, 10);
  if (pid > 0 && (!isAlive(pid) || (await isPostmasterOf(files, pid)))) return;
  if (text === (await readPidFile(files))) await rm(join(files.data, 'postmaster.pid'), { force: true });
}

async function isPostmasterOf({ data }: ClusterFiles, pid: number): Promise<boolean> {
  if (!(pid > 0 && isAlive(pid))) return false;
  if (process.platform === 'linux') {
    const commandLine = await readOfProcess(() => readFile(`/proc/${pid}/cmdline`, 'utf8'));
    const [program = '', ...programArguments] = (commandLine ?? '').split('\0');
    if (basename(program) !== 'postgres') return false;
    // The working directory still tells when the cluster was moved under a running server.
    const isNamed = programArguments[programArguments.indexOf('-D') + 1] === data;
    return isNamed || (await readOfProcess(() => readlink(`/proc/${pid}/cwd`))) === data;
  }
  const [program, ...programArguments] =
    process.platform === 'win32'
      ? ['tasklist', '/NH', '/FI', `PID eq ${pid}`]
      : ['ps', '-ww', '-o', 'args=', '-p', String(pid)];
  const output = await readOfProcess(async () => (await promisify(execFile)(program, programArguments)).stdout);
  return output?.includes('postgres') === true && (process.platform === 'win32' || output.includes(data));
}

/** Null when the process ended on the way (`ps` then fails with 1), or is closed to this user. */
async function readOfProcess(read: () => Promise<string>): Promise<string | null> {
  try {
    return await read();
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM', '1')) return null;
    throw error;
  }
}

/** Whether any process has this id, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}
