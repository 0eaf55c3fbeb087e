import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase, databaseUrl } from '#test/database/database.ts';
import { createGate } from '#test/gate.ts';
import { type HeldTimers, holdTimers } from '#test/held-timers.ts';
import { startStubbornProxy } from '#test/servers/stubborn-proxy.ts';
import { createDatabase, type Db } from '../database.ts';
import { atOneAddress } from './addresses.ts';
import { withNodeName } from './application-name.ts';
import { createClient, RESPONSE_MARGIN_MS } from './client.ts';
import { endConnection } from './end-connection.ts';

const database = await createTestDatabase(inject('clusterUrl'), 'template0');
afterAll(database.drop);
const proxy = await startStubbornProxy(database.url);

/** How long a statement may take. A test decides whether that time passes. */
const LIMIT_MS = 600_001;
const LONGER_LIMIT_MS = 1_200_000 + RESPONSE_MARGIN_MS;
const holdLimits = () => holdTimers((durationMs) => [LIMIT_MS, LONGER_LIMIT_MS].includes(durationMs));

function open(connectionString = proxy.url) {
  const opened = createDatabase({
    connectionString,
    queryTimeoutMs: LIMIT_MS,
    connectTimeoutMs: 50_000,
    onIdleError: () => undefined,
  });
  onTestFinished(opened.close);
  return opened;
}

const ask = (db: Db) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);

/** Has the pool open so many connections, which are idle then. */
async function openConnections(db: Db, count: number): Promise<void> {
  let taken = 0;
  const allTaken = createGate();
  const take = () =>
    db.connection().execute(async () => {
      taken += 1;
      if (taken === count) allTaken.open();
      await allTaken.opened;
    });
  await Promise.all(Array.from({ length: count }, take));
}

/** Lets the time of statements pass once so many wait. */
async function passOnce(limits: HeldTimers, count = 1): Promise<void> {
  await expect.poll(limits.count).toBe(count);
  limits.pass();
}

test('a connection that hangs is destroyed, and the idle ones with it: the next statement is answered', async () => {
  const limits = holdLimits();
  const { db, pool } = open();
  await openConnections(db, 6);
  expect(pool.totalCount).toBe(6);
  proxy.hang();
  const outcome = ask(db).catch((error: unknown) => error);
  await passOnce(limits);
  expect(await outcome).toMatchObject({ code: '08006' });
  expect(limits.durations).toEqual([LIMIT_MS]);
  const responses = await Promise.all(Array.from({ length: 6 }, () => ask(db)));
  expect(responses.map(({ rows }) => rows.length)).toEqual(Array(6).fill(1));
});

test('every connection of the pool can hang in the middle of a statement', async () => {
  const limits = holdLimits();
  const { db } = open();
  await openConnections(db, 10);
  proxy.hang();
  const asked = Promise.allSettled(Array.from({ length: 10 }, () => ask(db)));
  await passOnce(limits, 10);
  const outcomes = await asked;
  expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
  expect((await ask(db)).rows).toHaveLength(1);
});

test('a transaction that hangs waits once, not once more for its rollback', async () => {
  const limits = holdLimits();
  const { db } = open();
  const hangs = createGate();
  const transaction = db.transaction().execute(async (tx) => {
    await ask(tx);
    proxy.hang();
    hangs.open();
    await ask(tx);
  });
  const outcome = transaction.catch((error: unknown) => error);
  await hangs.opened;
  await passOnce(limits);
  expect(await outcome).toMatchObject({ code: '08006' });
  expect(limits.count()).toBe(0);
  expect((await ask(db)).rows).toHaveLength(1);
});

test('a statement sent past Kysely destroys its hanging connection, too', async () => {
  const limits = holdLimits();
  const { pool } = open();
  await pool.query('select 1');
  proxy.hang();
  const first = expect(pool.query('select 1')).rejects.toThrow('Query read timeout');
  await passOnce(limits);
  await first;
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  const client = await pool.connect();
  proxy.hang();
  const second = expect(client.query('select 1')).rejects.toThrow('Query read timeout');
  await passOnce(limits);
  await second;
  // The library of the scheduler does the same: it ignores the error.
  client.release();
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});

test('a transaction that asked PostgreSQL for more time has more time', async () => {
  const limits = holdLimits();
  const { db } = open();
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '1200s'`.execute(tx);
    await ask(tx);
  });
  await ask(db);
  // The setting itself, the statement and the commit; then one that is no part of the transaction.
  expect(limits.durations).toEqual([LIMIT_MS, LONGER_LIMIT_MS, LONGER_LIMIT_MS, LONGER_LIMIT_MS, LIMIT_MS]);
});

test('connections to a primary that has become read-only are let go, so that the next ones find the new one', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: databaseUrl(inject('clusterUrl'), 'postgres') });
  await admin.connect();
  onTestFinished(() => admin.end());
  await sql`create table note (text text)`.execute(open(database.url).db);
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  const { db, pool } = open(database.url);
  await openConnections(db, 4);
  await admin.query(`alter database ${name} reset default_transaction_read_only`);
  // The sessions of before go on as they began.
  const insert = () => sql`insert into note values (${'n'})`.execute(db);
  await expect(insert()).rejects.toMatchObject({ code: '25006' });
  await Promise.all(Array.from({ length: 4 }, insert));
  expect((await pool.query('show transaction_read_only')).rows).toEqual([{ transaction_read_only: 'off' }]);
});

test('a connection that was taken while the primary became read-only is not given back', async () => {
  const { db } = open(database.url);
  const pidOf = async (handle: Db) => (await ask(handle)).rows[0]?.pid;
  let taken: number | undefined;
  await db.connection().execute(async (one) => {
    taken = await pidOf(one);
    await db.connection().execute(async (other) => {
      const write = other
        .transaction()
        .setAccessMode('read only')
        .execute((tx) => sql`create table x ()`.execute(tx));
      await expect(write).rejects.toMatchObject({ code: '25006' });
    });
  });
  expect(await pidOf(db)).not.toBe(taken);
});

test('a connection that hangs ends all the same', async () => {
  const client = createClient(proxy.url, { purpose: 'test', connectTimeoutMs: 50_000, queryTimeoutMs: 0 });
  await client.connect();
  proxy.hang();
  const limit = holdTimers((durationMs) => durationMs === 2_000);
  const closed = new Promise((resolve) => client.once('end', resolve));
  const ended = endConnection(client);
  await passOnce(limit);
  await ended;
  await closed;
});

test('connections tell an operator what they are for and of which node', async () => {
  const { pooled } = withNodeName(atOneAddress(database.url), 'web-1');
  const { rows } = await open(pooled).pool.query('show application_name');
  expect(rows).toEqual([{ application_name: 'meadow web-1 requests' }]);
});
