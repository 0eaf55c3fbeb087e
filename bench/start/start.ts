import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostmasterPid, startEmbeddedPostgres } from '@meadow/embedded-postgres';
import { findFreePort } from '#test/free-port.ts';
import { BUILT_SERVER, buildMeadow } from '../build.ts';
import { withClient } from '../cluster.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import { type InstallSize, sizeOfInstallation } from './installation.ts';
import { type Memory, memoryOf } from './memory.ts';
import { sendRequests } from './requests.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** A node closes idle connections, and with them processes of PostgreSQL, after 10 s. */
const IDLE_MS = 15_000;
const POLL_MS = 5;
const START_LIMIT_MS = 60_000;

/** Milliseconds from the call, or from the start of the process. */
export type StartRound = {
  /** Until the embedded database has returned the result of its first query. */
  database: { first: number; later: number };
  /** Until /health/ready responds with 200. */
  meadow: { first: number; later: number };
  /** Until the first line on the terminal, of a later start. */
  firstLine: number;
  /** Null where the system does not tell. */
  idle: Memory | null;
  afterRequests: Memory | null;
  /** The share of the processors that others used before the round, from 0 to 1. */
  disturbance: number;
};

export type StartResults = { rounds: StartRound[]; installation: InstallSize };

/** Builds the server, and starts it in new folders beside its database alone. */
export async function measureStart(rounds: number, say: (sentence: string) => void): Promise<StartResults> {
  buildMeadow();
  const results: StartRound[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    say(`Starting in a new folder, ${round} of ${rounds}.`);
    results.push(await measureRound());
  }
  return { rounds: results, installation: await sizeOfInstallation(ROOT) };
}

async function measureRound(): Promise<StartRound> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-bench-'));
  try {
    // The account of PostgreSQL enters it.
    await chmod(folder, 0o755);
    const disturbance = await waitForQuiet();
    const alone = join(folder, 'alone');
    const database = { first: await startDatabase(alone), later: await startDatabase(alone) };
    const data = join(folder, 'meadow');
    const first = await startMeadow(data);
    await first.stop();
    const later = await startMeadow(data);
    await delay(IDLE_MS);
    const idle = await later.memory();
    await sendRequests(later.url);
    await delay(IDLE_MS);
    const afterRequests = await later.memory();
    await later.stop();
    const meadow = { first: first.readyMs, later: later.readyMs };
    return { database, meadow, firstLine: later.lineMs, idle, afterRequests, disturbance };
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 });
  }
}

async function startDatabase(directory: string): Promise<number> {
  const began = performance.now();
  const server = await startEmbeddedPostgres({ directory, database: 'app' });
  await withClient(server.connectionString, (client) => client.query('select 1'));
  const duration = performance.now() - began;
  await server.stop();
  return duration;
}

async function startMeadow(dataDirectory: string) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [BUILT_SERVER], {
    // Away from the project, whose .env does not count.
    cwd: tmpdir(),
    env: { PORT: String(port), DATA_DIR: dataDirectory, RATE_LIMIT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = once(child.stdout, 'data').then(() => performance.now() - began);
  child.stdout.resume();
  await waitUntilReady(child, url);
  const readyMs = performance.now() - began;
  return {
    url,
    readyMs,
    lineMs: await line,
    memory: async () => memoryOf(child.pid, await findPostmasterPid(join(dataDirectory, 'postgres'))),
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    // A server that is not up yet refuses connections.
    const response = await fetch(`${url}/health/ready`).catch(() => null);
    if (response?.ok) return;
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGINT');
      throw new Error('Meadow did not start.');
    }
    await delay(POLL_MS);
  }
}
