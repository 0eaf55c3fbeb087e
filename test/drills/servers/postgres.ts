import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../../free-port.ts';
import { ACCOUNT, makeServerFolder } from './account.ts';

/** A PostgreSQL server of the distribution. */
export type PostgresServer = {
  port: number;
  /** 127.0.0.1 with the port. */
  host: string;
  /** Runs statements as the superuser `postgres`, in the database `meadow` or another. */
  query<Row extends object>(text: string, values?: unknown[], database?: string): Promise<Row[]>;
  start(): Promise<void>;
  /** Ends all connections, as `pg_ctl stop -m immediate` does: as a machine that loses its power. */
  kill(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** Resolves once it takes writes: a recovery has ended. */
  promoted(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
};

/** The password of all roles. */
export const PASSWORD = 'word-of-the-drill';
/** The role and the database of Meadow. */
export const ROLE = 'meadow';

const START_LIMIT_MS = 60_000;
const run = promisify(execFile);

/** The newest version of the distribution. */
export const PROGRAMS = join(
  '/usr/lib/postgresql',
  readdirSync('/usr/lib/postgresql')
    .sort((one, other) => Number(one) - Number(other))
    .at(-1) ?? '',
  'bin',
);

export const addressAt = (hosts: string, role = ROLE, database = ROLE) =>
  `postgres://${role}:${PASSWORD}@${hosts}/${database}`;

/** A new server with the role and the database `meadow`. */
export async function startPrimary(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = await makeServerFolder('primary');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  const words = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8', '--no-sync'];
  await run(join(PROGRAMS, 'initdb'), ['-D', join(folder, 'data'), ...words], { ...ACCOUNT, cwd: folder });
  const server = await serverIn(folder, settings);
  await server.query(`create role ${ROLE} login password '${PASSWORD}'`, [], 'postgres');
  await server.query(`create database ${ROLE} owner ${ROLE}`, [], 'postgres');
  return server;
}

/** The server whose data is in `data` of this folder, such as one that `pg_basebackup` made. */
export const openServer = (folder: string) => serverIn(folder, {});

/** A streaming standby of the server. */
export async function startStandby(
  primary: PostgresServer,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const folder = await makeServerFolder('standby');
  const source = addressAt(primary.host, 'postgres', 'postgres');
  const words = ['-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', source];
  await run(join(PROGRAMS, 'pg_basebackup'), words, { ...ACCOUNT, cwd: folder });
  return serverIn(folder, settings);
}

async function serverIn(folder: string, settings: Record<string, string>): Promise<PostgresServer> {
  const port = await findFreePort();
  const host = `127.0.0.1:${port}`;
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings };
  const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | null = null;

  const query = async <Row extends object>(text: string, values: unknown[] = [], database = ROLE) => {
    const client = new pg.Client({ connectionString: addressAt(host, 'postgres', database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const until = async (statement: string) => {
    const end = performance.now() + START_LIMIT_MS;
    for (;;) {
      const rows = await query(statement, [], 'postgres').catch((error: unknown) => error);
      if (Array.isArray(rows) && rows.length > 0) return;
      if (performance.now() > end) throw new Error(`PostgreSQL in ${folder} is not ready.`, { cause: rows });
      await delay(50);
    }
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const server: PostgresServer = {
    port,
    host,
    query,
    start: async () => {
      child = spawn(join(PROGRAMS, 'postgres'), ['-D', join(folder, 'data'), ...words], {
        ...ACCOUNT,
        cwd: folder,
        stdio: 'ignore',
      });
      await until('select 1');
    },
    kill: () => stop('SIGQUIT'),
    promote: async () => {
      await query('select pg_promote(wait => false)', [], 'postgres');
      await server.promoted();
    },
    promoted: () => until('select 1 where not pg_is_in_recovery()'),
    remove: async () => {
      await stop('SIGINT');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  await server.start();
  return server;
}
