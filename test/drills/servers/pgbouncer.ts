import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../free-port.ts';
import { runCommand } from '../run-command.ts';
import { ACCOUNT, makeServerFolder } from './account.ts';
import { addressAt, PASSWORD, type PostgresServer, ROLE } from './postgres.ts';

/** A pgbouncer of the distribution in front of a server. */
export type Pgbouncer = {
  /** 127.0.0.1 with the port. */
  host: string;
  /** Runs a command of its console. */
  command<Row extends object>(text: string): Promise<Row[]>;
  remove(): Promise<void>;
};

/** `PGBOUNCER` names another one. */
const PROGRAM = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';
const START_LIMIT_MS = 20_000;

export type PgbouncerOptions = {
  poolMode: 'session' | 'transaction';
  /** Statements of `connect_query`. */
  timeouts?: string;
  /** Whether it knows named statements: see `knowsStatements`. */
  preparedStatements?: boolean;
};

/** Whether this pgbouncer can give named statements to whatever connection serves: since 1.21. */
export async function knowsStatements(): Promise<boolean> {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(await runCommand(PROGRAM, ['--version'])) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/** The settings of docs/operations.md. */
export async function startPgbouncer(
  server: Pick<PostgresServer, 'port'>,
  { poolMode, timeouts = '', preparedStatements = false }: PgbouncerOptions,
): Promise<Pgbouncer> {
  const folder = await makeServerFolder('pgbouncer');
  const port = await findFreePort();
  const host = `127.0.0.1:${port}`;
  const connectQuery = timeouts === '' ? '' : ` connect_query='${timeouts}'`;
  await writeFile(join(folder, 'users.txt'), `"${ROLE}" "${PASSWORD}"\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${ROLE} = host=127.0.0.1 port=${server.port} dbname=${ROLE}${connectQuery}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
admin_users = ${ROLE}
pool_mode = ${poolMode}
default_pool_size = 40
${preparedStatements ? 'max_prepared_statements = 1000\n' : ''}`,
  );
  const child = spawn(PROGRAM, [join(folder, 'pgbouncer.ini')], {
    ...ACCOUNT,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += String(chunk);
  });

  const command = async <Row extends object>(text: string) => {
    const client = new pg.Client({ connectionString: addressAt(host, ROLE, 'pgbouncer') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      // The console knows simple queries alone.
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const end = performance.now() + START_LIMIT_MS;
  while (!(await command('show version').catch(() => undefined))) {
    if (performance.now() > end) throw new Error(`pgbouncer is not ready:\n${printed}`);
    await delay(50);
  }
  return {
    host,
    command,
    remove: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
