import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ClusterFiles } from './cluster-files.ts';
import { type Installation, runProgram } from './installation.ts';
import { findPostmaster, removeStalePidFile } from './pid-file.ts';
import { asArguments, type Strength, startSettings } from './settings.ts';

/**
 * Starts the server on a free port and waits until it responds, for a minute at most. Rejects when it does not, which may
 * also mean that another process has started one meanwhile.
 */
export async function startPostmaster(
  { account, pgCtl }: Installation,
  files: ClusterFiles,
  strength: Strength,
): Promise<void> {
  await removeStalePidFile(files);
  const settings = asArguments(startSettings(await findFreePort(), strength)).join(' ');
  const startLog = join(files.log, 'start.log');
  await rm(startLog, { force: true });
  const programArguments = ['start', '-D', files.data, '-l', startLog, '-w', '-t', '60'];
  await runProgram(account, pgCtl, [...programArguments, '-o', settings], { directory: files.root });
}

/** Stops the server with this id and waits for its end. Resolves too when it is gone already, or another has taken over. */
export async function stopPostmaster(
  { account, pgCtl }: Installation,
  files: ClusterFiles,
  pid: number,
): Promise<void> {
  const isThere = async () => (await findPostmaster(files))?.pid === pid;
  if (!(await isThere())) return;
  const programArguments = ['stop', '-D', files.data, '-m', 'fast', '-w', '-t', '60'];
  try {
    // Detached, so that an impatient second Ctrl-C does not end the wait.
    await runProgram(account, pgCtl, programArguments, { directory: files.root, detached: true });
  } catch (error) {
    if (await isThere()) throw error;
  }
}

/** The last lines that the server wrote to its log files, for an error message. */
export async function readLogTail(files: ClusterFiles): Promise<string> {
  const paths = (await readdir(files.log)).map((name) => join(files.log, name));
  const logs = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  const recent = logs.sort((one, other) => one.at - other.at).slice(-2);
  const texts = await Promise.all(recent.map(({ path }) => readFile(path, 'utf8')));
  return texts.flatMap((text) => text.trimEnd().split('\n').slice(-15)).join('\n');
}

async function findFreePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
