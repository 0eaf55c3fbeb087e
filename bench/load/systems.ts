import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '#test/free-port.ts';
import type { TestIssuer } from '#test/servers/issuer.ts';
import { BUILT_SERVER, buildMeadow } from '../build.ts';
import { BENCH_DATA } from '../cluster.ts';
import type { Measurement, Order } from './generator.ts';

/** A server in a process of its own. */
export type System = { port: number; pid: number; stop: () => Promise<void> };

export type LoadGenerator = { measure: (order: Order) => Promise<Measurement>; stop: () => Promise<void> };

const START_LIMIT_MS = 30_000;
const TYPESCRIPT = ['--import', import.meta.resolve('tsx')];

/** Meadow as an operator starts it: a database and an identity provider of theirs, and everything else as it comes. */
export async function startMeadow(
  databaseUrl: string,
  issuer: TestIssuer,
  { processes = 1, environment = {} }: { processes?: number; environment?: Record<string, string> } = {},
): Promise<System> {
  return startServer({
    ...environment,
    PROCESSES: String(processes),
    DATABASE_URL: databaseUrl,
    AUTH_ISSUER: issuer.issuer,
    AUTH_JWKS_URL: issuer.jwksUrl,
    AUTH_AUDIENCE: issuer.audience,
  });
}

/** Meadow with its own accounts. */
export async function startMeadowWithClient(databaseUrl: string): Promise<System> {
  return startServer({ DATABASE_URL: databaseUrl });
}

async function startServer(environment: Record<string, string>): Promise<System> {
  buildMeadow();
  await mkdir(BENCH_DATA, { recursive: true });
  const log = await open(join(BENCH_DATA, 'meadow.log'), 'w');
  const port = await findFreePort();
  const child = spawn(process.execPath, [BUILT_SERVER], {
    // This folder is outside of the project, so no file .env is read.
    cwd: BENCH_DATA,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(BENCH_DATA, 'meadow'),
      RATE_LIMIT: 'off',
      SCHEDULER: 'off',
      ...environment,
    },
    stdio: ['ignore', log.fd, log.fd],
  });
  await waitUntilReady(child, port, log);
  return { port, pid: child.pid ?? 0, stop: () => end(child).finally(() => log.close()) };
}

/** The plain server of this folder, on the same database. */
export async function startPlainServer(databaseUrl: string): Promise<System> {
  const script = join(import.meta.dirname, 'plain-server.ts');
  const child = spawn(process.execPath, [...TYPESCRIPT, script, databaseUrl], {
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(line.toString()), pid: child.pid ?? 0, stop: () => end(child) };
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'generator.ts'), { execArgv: TYPESCRIPT, env: {} });
  return {
    async measure(order) {
      const abandoned = new AbortController();
      const signal = { signal: abandoned.signal };
      const measured = once(child, 'message', signal) as Promise<[Measurement]>;
      const broken = once(child, 'exit', signal).then((): [Measurement] => {
        throw new Error('The load generator has ended in the middle of a measurement.');
      });
      child.send(order);
      const [measurement] = await Promise.race([measured, broken]);
      abandoned.abort();
      return measurement;
    },
    stop: () => end(child),
  };
}

async function waitUntilReady(child: ChildProcess, port: number, log: FileHandle): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    // A server that is not up yet refuses connections.
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (response?.ok) return;
    if (child.exitCode !== null || performance.now() > deadline) {
      await end(child);
      await log.close();
      throw new Error(`Meadow did not start. What it said is in ${join(BENCH_DATA, 'meadow.log')}.`);
    }
    await delay(100);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}
