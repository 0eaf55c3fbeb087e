import pg from 'pg';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase, databaseUrl } from '#test/database/database.ts';
import { startStubbornProxy } from '#test/servers/stubborn-proxy.ts';
import { createTestClock } from '#test/test-clock.ts';
import { createIds } from '../../ids.ts';
import { systemRandom } from '../../random.ts';
import { type ChannelLimits, createChannel, sessionLock } from './channel.ts';

const database = await createTestDatabase(inject('clusterUrl'), 'template0');
afterAll(database.drop);

const clock = createTestClock();
const ids = createIds(clock, systemRandom);

const proxy = await startStubbornProxy(database.url);

function open(connectionString = database.url, limits?: ChannelLimits) {
  const losses: unknown[] = [];
  const onDisconnect = (error: unknown) => losses.push(error);
  const channel = createChannel({
    connectionString,
    name: 'birds',
    clock,
    ids,
    onDisconnect,
    ...(limits && { limits }),
  });
  onTestFinished(() => channel.close());
  const heard: string[] = [];
  const gaps: Date[] = [];
  const stop = channel.subscribe({
    onMessage: (message) => heard.push(message),
    onReconnect: (since) => gaps.push(since),
  });
  return { channel, heard, gaps, losses, stop };
}

async function run(statement: string, url = database.url): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Cuts every connection to the database of these tests, as a failover would, and waits until all have ended. */
const cutConnections = () =>
  run(
    `select pg_terminate_backend(pid, 20000) from pg_stat_activity
     where datname = '${new URL(database.url).pathname.slice(1)}'`,
    databaseUrl(inject('clusterUrl'), 'postgres'),
  );

const eventually = <Value>(read: () => Value) => expect.poll(read);

test('hears what is said once it is committed, and nothing of what is undone', async () => {
  const { channel, heard } = open();
  await channel.ready();
  await run(`begin; select pg_notify('birds', 'owl'); rollback; select pg_notify('frogs', 'toad')`);
  await run(`begin; select pg_notify('birds', 'tit'), pg_notify('birds', 'jay'); commit`);
  await eventually(() => heard).toEqual(['tit', 'jay']);
});

test('delivers nothing to a subscriber that has stopped', async () => {
  const { channel, heard, stop } = open();
  const others: string[] = [];
  channel.subscribe({ onMessage: (message) => others.push(message), onReconnect: () => undefined });
  await channel.ready();
  stop();
  await run(`notify birds, 'rook'`);
  await eventually(() => others).toEqual(['rook']);
  expect(heard).toEqual([]);
});

test('reconnects after its connection was cut, and reports since when messages may be missing', async () => {
  const { channel, heard, gaps, losses } = open();
  await channel.ready();
  const connectedAt = clock.now();
  clock.advance(5_000);
  await cutConnections();
  await eventually(() => gaps).toEqual([connectedAt]);
  expect(losses).toEqual([expect.objectContaining({ code: '57P01' })]);
  await channel.ready();
  await run(`notify birds, 'kite'`);
  await eventually(() => heard).toEqual(['kite']);
  await cutConnections();
  await eventually(() => gaps.length).toBe(2);
});

test('reconnects after its connection hung', async () => {
  const { channel, heard, gaps } = open(proxy.url, { queryTimeoutMs: 1_000, checkIntervalMs: 50 });
  await channel.ready();
  proxy.hang();
  await eventually(() => gaps.length).toBe(1);
  await run(`notify birds, 'wren'`);
  await eventually(() => heard).toEqual(['wren']);
});

test('is not ready where the database cannot be reached, goes on trying, and closes all the same', async () => {
  const { channel, losses } = open('postgres://127.0.0.1:1/none');
  await expect(channel.ready()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await eventually(() => losses.length).toBeGreaterThan(2);
  await channel.close();
  const soFar = losses.length;
  await new Promise((resolve) => setImmediate(resolve));
  expect(losses.length).toBe(soFar);
});

test('becomes ready once the database is there', async () => {
  const name = `late_${Math.trunc(performance.now() * 1_000)}`;
  const cluster = inject('clusterUrl');
  const { channel } = open(databaseUrl(cluster, name));
  await expect(channel.ready()).rejects.toMatchObject({ code: '3D000' });
  const becomesReady = expect.poll(
    () =>
      channel
        .ready()
        .then(() => true)
        .catch(() => false),
    { timeout: 30_000 },
  );
  await run(`create database ${name} template template0`, databaseUrl(cluster, 'postgres'));
  await becomesReady.toBe(true);
  await channel.close();
  await run(`drop database ${name} with (force)`, databaseUrl(cluster, 'postgres'));
});

test('closes with or without subscribers, more than once, and is never ready again', async () => {
  const never = createChannel({
    connectionString: database.url,
    name: 'birds',
    clock,
    ids,
    onDisconnect: () => undefined,
  });
  await never.close();
  const { channel } = open();
  await Promise.all([channel.close(), channel.close()]);
  await expect(channel.ready()).rejects.toThrow('closed');
});

test('has a session that holds its lock for as long as it lives, and another one after a loss', async () => {
  const { channel } = open();
  const isHeld = async (id: string | null) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('select not pg_try_advisory_lock_shared(hashtextextended($1, 0)) as held', [
      sessionLock(id ?? ''),
    ]);
    await client.end();
    return rows[0].held;
  };
  const first = await channel.session();
  expect([await channel.session(), await isHeld(first)]).toEqual([first, true]);
  await cutConnections();
  await eventually(async () => (await channel.session()) ?? first).not.toBe(first);
  const second = await channel.session();
  expect([await isHeld(first), await isHeld(second)]).toEqual([false, true]);
  await channel.close();
  expect([await channel.session(), await isHeld(second)]).toEqual([null, false]);
});
