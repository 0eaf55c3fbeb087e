import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll } from 'vitest';
import { findFreePort } from '../free-port.ts';

const run = promisify(execFile);

/** A server of the PostgreSQL that the distribution has installed, on a fixed port of this machine. */
export type DistributionServer = {
  /** As the superuser `postgres`, who needs no password on this machine. */
  url: string;
  start(): Promise<void>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
};

/** Programs of the newest version that is installed, run as `postgres` if this is root. */
async function postgresProgram(name: string, commandArguments: readonly string[]): Promise<void> {
  const versions = (await readdir('/usr/lib/postgresql')).toSorted((one, other) => Number(other) - Number(one));
  const program = `/usr/lib/postgresql/${versions[0]}/bin/${name}`;
  const isRoot = userInfo().uid === 0;
  const [command, ...before] = isRoot ? ['runuser', '-u', 'postgres', '--', program] : [program];
  await run(command ?? program, [...before, ...commandArguments], { cwd: '/' });
}

/** A folder that the account of PostgreSQL owns, until the last test of the file. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-drill-'));
  await chmod(folder, 0o700);
  if (userInfo().uid === 0) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), 0);
  }
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a cluster and starts it. `settings` go to the command line. */
export async function startPrimary(settings: Record<string, string> = {}): Promise<DistributionServer> {
  const folder = await makeFolder();
  const data = join(folder, 'data');
  await postgresProgram('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8']);
  const server = await startServer(folder, settings);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create role replicator replication login password 'drill'`);
  await client.end();
  return server;
}

/** Copies a running primary with `pg_basebackup -R`, as docs/operations.md says, and starts the copy as its replica. */
export async function startReplica(primary: DistributionServer): Promise<DistributionServer> {
  const folder = await makeFolder();
  const { hostname, port } = new URL(primary.url);
  await postgresProgram('pg_basebackup', [
    '-d',
    `host=${hostname} port=${port} user=replicator password=drill`,
    '-D',
    join(folder, 'data'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ]);
  return startServer(folder, { hot_standby_feedback: 'on' });
}

async function startServer(folder: string, settings: Record<string, string>): Promise<DistributionServer> {
  const port = await findFreePort();
  const all = { port: String(port), unix_socket_directories: '', fsync: 'off', max_connections: '200', ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const data = join(folder, 'data');
  const start = () =>
    postgresProgram('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options.join(' ')]);
  const stop = (mode: 'fast' | 'immediate') => postgresProgram('pg_ctl', ['stop', '-w', '-D', data, '-m', mode]);
  await start();
  afterAll(() => stop('immediate').catch(() => undefined));
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, start, stop };
}
