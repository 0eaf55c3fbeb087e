import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { createTestClock } from '#test/test-clock.ts';
import { createDatabase } from '../db/database.ts';
import { createIds } from '../ids.ts';
import { systemRandom } from '../random.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { makeSchedulerTables } from './scheduler.ts';

const database = await createTestDatabase(inject('clusterUrl'));
const { db, close } = createDatabase({ connectionString: database.url, onIdleError: () => undefined });
afterAll(async () => {
  await close();
  await database.drop();
});

const clock = createTestClock();
const ids = createIds(clock, systemRandom);
const log = pino({ level: 'silent' });

/** Creates the jobs of one of several nodes. */
const createNode = (): Jobs => createJobs({ connectionString: database.url, db, clock, ids, log });

const runsOf = (job: string) =>
  db.selectFrom('job_run').select(['succeeded', 'result', 'finished_at']).where('job', '=', job).execute();

/** A door that work waits at, until it is opened. */
function createDoor() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('a job gives back what it did, and a record says so', async () => {
  expect(await createNode().runExclusive('sow', async () => ({ seeds: 3 }))).toEqual({ seeds: 3 });
  expect(await runsOf('sow')).toEqual([{ succeeded: true, result: { seeds: 3 }, finished_at: clock.now() }]);
});

test('of five calls at once on two nodes one works, and the others come back at once with nothing', async () => {
  const nodes = [createNode(), createNode()];
  const door = createDoor();
  let works = 0;
  const work = async () => {
    works += 1;
    await door.opened;
    return { works };
  };
  const calls = [0, 1, 2, 3, 4].map((number) => (nodes[number % 2] as Jobs).runExclusive('weed', work));
  let refused = 0;
  const fourRefused = new Promise<void>((resolve) => {
    for (const call of calls) void call.then((result) => result === null && ++refused === 4 && resolve());
  });
  await fourRefused;
  door.open();
  expect((await Promise.all(calls)).filter((result) => result !== null)).toEqual([{ works: 1 }]);
  expect(await runsOf('weed')).toHaveLength(1);
});

test('every node sees whether a job is under way', async () => {
  const [node, other] = [createNode(), createNode()];
  const door = createDoor();
  const started = createDoor();
  const isSeen = () => Promise.all([node.isRunning('dig'), other.isRunning('dig'), other.isRunning('dig again')]);
  expect(await isSeen()).toEqual([false, false, false]);
  const digging = node.runExclusive('dig', async () => {
    started.open();
    await door.opened;
    return {};
  });
  await started.opened;
  expect(await isSeen()).toEqual([true, true, false]);
  door.open();
  await digging;
  // The server releases a lock shortly after the end of its session.
  await expect.poll(isSeen).toEqual([false, false, false]);
});

test('another job runs beside it, and the same one again afterwards', async () => {
  const node = createNode();
  const door = createDoor();
  const mowing = node.runExclusive('mow', async () => {
    await door.opened;
    return { done: true };
  });
  expect(await node.runExclusive('rake', async () => ({ done: true }))).toEqual({ done: true });
  door.open();
  await mowing;
  expect(await node.runExclusive('mow', async () => ({ done: 'again' }))).toEqual({ done: 'again' });
});

test('work that throws is thrown on, written down as failed, and does not keep the lock', async () => {
  const node = createNode();
  const failing = node.runExclusive('water', async () => {
    throw new Error('no water');
  });
  await expect(failing).rejects.toThrow('no water');
  expect(await runsOf('water')).toEqual([{ succeeded: false, result: null, finished_at: clock.now() }]);
  expect(await node.runExclusive('water', async () => ({ litres: 1 }))).toEqual({ litres: 1 });
});

test('a node that dies in the middle leaves the job to the next call', async () => {
  const node = createNode();
  const door = createDoor();
  const started = createDoor();
  const dying = node.runExclusive('prune', async () => {
    started.open();
    await door.opened;
    return {};
  });
  await started.opened;
  expect(await node.runExclusive('prune', async () => ({}))).toBeNull();
  await endSessionsWithLocks();
  expect(await node.runExclusive('prune', async () => ({ done: true }))).toEqual({ done: true });
  door.open();
  await dying;
});

/** Ends the sessions that hold a lock of a job, as the death of their node does. */
async function endSessionsWithLocks(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
  await client.end();
}

test('a database that does not answer fails the call with a code by which it can be told', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const jobs = createJobs({ connectionString: `postgres://a:b@127.0.0.1:${port}/c`, db, clock, ids, log });
  await expect(jobs.runExclusive('wait', async () => ({}))).rejects.toMatchObject({ code: '08001' });
  silent.close();
  expect(await runsOf('wait')).toEqual([]);
});

test('worker requests have no effect without a scheduler, and replace those that no node has taken', async () => {
  await createNode().requestWorkers('harvest', 3);
  await makeSchedulerTables(database.url, log);
  const calls = async () => {
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs
      where task_identifier = 'help harvest' order by key`.execute(db);
    return rows.map(({ key }) => key);
  };
  await createNode().requestWorkers('harvest', 0);
  expect(await calls()).toEqual([]);
  await createNode().requestWorkers('harvest', 3);
  await createNode().requestWorkers('harvest', 2);
  expect(await calls()).toEqual(['help harvest 1', 'help harvest 2', 'help harvest 3']);
});
