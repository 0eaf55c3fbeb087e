import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { openCluster } from '#test/database/cluster.ts';
import { createTestClock } from '#test/test-clock.ts';
import { createIds } from '../../ids.ts';
import { systemRandom } from '../../random.ts';
import { createDatabase, type Db } from '../database.ts';
import { createChannel } from './channel.ts';
import { createClient } from './client.ts';
import { endConnection } from './end-connection.ts';

// Two servers that the same role may use. What takes no writes stands for a standby: test/drills has a real one.
const other = await openCluster(undefined);
const servers = { first: new URL(inject('clusterUrl')), second: new URL(other.url) };
servers.second.pathname = servers.first.pathname;
const { username, password } = servers.first;
const role = pg.escapeIdentifier(decodeURIComponent(username));
await on('second', `alter role ${role} password ${pg.escapeLiteral(decodeURIComponent(password))}`);
servers.second.password = password;
const name = `hosts_${process.pid}`;
for (const which of ['first', 'second'] as const) {
  await on(which, `create database ${name} template template0`);
  servers[which].pathname = `/${name}`;
}
afterAll(async () => {
  servers.first.pathname = '/postgres';
  await on('first', `drop database ${name} with (force)`);
  await other.close();
});

type Which = keyof typeof servers;

async function on(which: Which, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: servers[which].href });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Simulates a standby until the end of the test. Open sessions keep their mode. */
async function makeReadOnly(which: Which): Promise<void> {
  await on(which, `alter database ${name} set default_transaction_read_only = on`);
  onTestFinished(() =>
    on(which, `set transaction_read_only = off; alter database ${name} reset default_transaction_read_only`),
  );
}

const endSessions = (which: Which) =>
  on(
    which,
    `select pg_terminate_backend(pid, 20000) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  );

const addressOf = (...hosts: string[]) =>
  `postgres://${username}:${password}@${hosts.join(',')}/${name}?target_session_attrs=read-write`;
const both = addressOf(servers.first.host, servers.second.host);

const OPTIONS = { purpose: 'test', connectTimeoutMs: 5_000, queryTimeoutMs: 5_000 };
const portOf = async (db: Db) =>
  (await sql<{ port: string }>`select current_setting('port') as port`.execute(db)).rows[0]?.port;
const { port: first } = servers.first;
const { port: second } = servers.second;

function open(connectionString: string): Db {
  const { db, close } = createDatabase({ connectionString, onIdleError: () => undefined });
  onTestFinished(close);
  return db;
}

async function listen(onConnection: () => void): Promise<string> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the first host that takes writes is used', async () => {
  expect(await portOf(open(both))).toBe(first);
  expect(await portOf(open(addressOf(servers.second.host, servers.first.host)))).toBe(second);
});

test('a host that takes no writes is passed over, by single connections as well', async () => {
  await makeReadOnly('first');
  expect(await portOf(open(both))).toBe(second);
  const client = createClient(both, OPTIONS);
  await client.connect();
  expect((await client.query('show port')).rows).toEqual([{ port: second }]);
  await endConnection(client);
});

test.each([
  ['refuses connections', async () => '127.0.0.1:1'],
  ['takes connections and says nothing', () => listen(() => undefined)],
])('a host that %s is passed over, within the time of a request', async (_what, host) => {
  expect(await portOf(open(addressOf(await host(), servers.second.host)))).toBe(second);
});

test('connections of a pool that are opened at once look for their host once, and later ones not at all', async () => {
  let asked = 0;
  const host = await listen(() => {
    asked += 1;
  });
  const db = open(addressOf(servers.first.host, host));
  const openAtOnce = (count: number) =>
    Promise.all(Array.from({ length: count }, () => sql`select pg_sleep(0.1)`.execute(db)));
  await openAtOnce(4);
  await openAtOnce(8);
  expect(asked).toBe(1);
});

test('a pool goes on at the next host when its own turns read-only', async () => {
  const db = open(both);
  expect(await portOf(db)).toBe(first);
  await makeReadOnly('first');
  await endSessions('first');
  await expect.poll(() => portOf(db).catch(() => null)).toBe(second);
});

test('a write that a host refuses moves the pool, too', async () => {
  const db = open(both);
  const refused = db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await makeReadOnly('first');
      await sql`create table leaf ()`.execute(tx);
    });
  await expect(refused).rejects.toMatchObject({ code: '25006' });
  expect(await portOf(db)).toBe(second);
});

test('a channel goes on at the next host', async () => {
  const clock = createTestClock();
  const channel = createChannel({
    connectionString: both,
    name: 'birds',
    clock,
    ids: createIds(clock, systemRandom),
    onDisconnect: () => undefined,
  });
  onTestFinished(() => channel.close());
  const heard: string[] = [];
  channel.subscribe({ onMessage: (message) => heard.push(message), onReconnect: () => undefined });
  await channel.ready();
  const before = await channel.session();
  await makeReadOnly('first');
  await endSessions('first');
  await expect.poll(async () => (await channel.session()) ?? before).not.toBe(before);
  await on('second', `notify birds, 'owl'`);
  await expect.poll(() => heard).toEqual(['owl']);
});

test('no host takes writes: it says so, as a read-only server does, without the password', async () => {
  await makeReadOnly('first');
  const error = await portOf(open(addressOf(servers.first.host, '127.0.0.1:1'))).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '25006', message: 'No host of the database takes writes.' });
  expect(String((error as Error).cause)).toContain('is read-only');
  const unreachable = await portOf(open(addressOf('127.0.0.1:1', '127.0.0.1:2'))).catch((thrown: unknown) => thrown);
  expect(unreachable).toMatchObject({ code: '08001', cause: { code: 'ECONNREFUSED' } });
  expect(JSON.stringify([error, unreachable])).not.toContain(decodeURIComponent(password || 'no password'));
});
