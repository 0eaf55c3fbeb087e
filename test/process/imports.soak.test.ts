import { join } from 'node:path';
import { findRunningEmbeddedPostgres } from '@meadow/embedded-postgres';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { zipOf } from '../zip.ts';
import { PATIENT_DATABASE } from './requests.ts';
import { buildService, type Program, prepareEnvironment, runProgram } from './service.ts';

const build = await buildService();
afterAll(build.delete);

/** The number of entries of the import: fifteen batches. */
const ENTRIES = 3_000;
const PATIENT = { timeout: 120_000, interval: 100 };

const diary = await zipOf({
  'Journal.json': JSON.stringify({
    metadata: { version: '1.0' },
    entries: Array.from({ length: ENTRIES }, (_, index) => ({
      uuid: `ENTRY${index}`,
      creationDate: '2020-01-01T10:00:00Z',
      timeZone: 'UTC',
      text: `Entry ${index}`,
    })),
  }),
});

type ImportState = { status: string; items_done: number; counts: { entries: number }; existing: { entries: number } };

/** Starts a service with a user who has uploaded the import. */
async function startImport() {
  const place = await prepareEnvironment({ RATE_LIMIT: 'off', ...PATIENT_DATABASE });
  let service: Program = runProgram(build.main, place.environment);
  onTestFinished(async () => {
    if (service.child.exitCode === null && service.child.signalCode === null) service.child.kill('SIGINT');
    await service.ended;
    await place.delete();
  });
  await service.waitFor('Meadow is running.');
  const json = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(`${place.address}${path}`, options);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const account = { name: 'Ada', email: 'ada@people.test', password: 'quiet river stone lamp' };
  const { token: session } = (await json('/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })) as { token: string };
  const authorize = async () => {
    const { token } = (await json('/auth/token', { headers: { authorization: `Bearer ${session}` } })) as {
      token: string;
    };
    return { authorization: `Bearer ${token}` };
  };
  let headers = await authorize();
  const database = new pg.Client({ connectionString: await databaseOf(place.dataDirectory) });
  // It may stop together with the service.
  database.on('error', () => undefined);
  await database.connect();

  // From here on no batch can be written: each waits for this lock after its records.
  await database.query('begin');
  await database.query('lock table imported_record in share mode');
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(diary)]), 'diary.zip');
  const sent = (await json('/api/user/import', { method: 'POST', headers, body })) as { import: { id: string } };
  const read = async () =>
    ((await json(`/api/user/imports/${sent.import.id}`, { headers })) as { import: ImportState }).import;
  const isWaiting = async () => {
    const { rowCount } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (rowCount ?? 0) > 0;
  };

  return {
    ...place,
    service: () => service,
    database,
    read,
    /** Lets a number of batches pass, and stops the next one. */
    reachMiddle: async () => {
      await expect.poll(isWaiting, PATIENT).toBe(true);
      while ((await read()).items_done === 0) {
        await database.query('commit');
        await database.query('begin');
        await database.query('lock table imported_record in share mode');
      }
      await expect.poll(isWaiting, PATIENT).toBe(true);
      const { status, items_done: done } = await read();
      expect([status, done > 0, done < ENTRIES]).toEqual(['running', true, true]);
      return done;
    },
    restart: async () => {
      service = runProgram(build.main, place.environment);
      await service.waitFor('Meadow is running.');
      headers = await authorize();
    },
    titles: async () => {
      const titles: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`;
        const page = (await json(`/api/journal?limit=500&fields=summary${query}`, { headers })) as {
          entries: { title: string }[];
          next_cursor: string | null;
        };
        titles.push(...page.entries.map(({ title }) => title));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return titles;
    },
  };
}

const statusOf = async (url: string) => (await fetch(url)).status;

async function databaseOf(dataDirectory: string): Promise<string> {
  const directory = join(dataDirectory, 'postgres');
  const found = await findRunningEmbeddedPostgres({ directory, database: 'meadow' });
  if (found === null) throw new Error('The service runs, but its database is not found.');
  return found;
}

const ALL = Array.from({ length: ENTRIES }, (_, index) => `Entry ${index}`).toSorted();

test('an import continues exactly once after a restart, if SIGTERM arrives while it runs', async () => {
  const { service, database, address, read, reachMiddle, restart, titles } = await startImport();
  const done = await reachMiddle();
  service().child.kill('SIGTERM');
  // The service waits for the batch, and serves requests until then.
  await expect.poll(() => statusOf(`${address}/health/ready`), PATIENT).toBe(503);
  await database.query('commit');
  await database.end();
  expect(await service().ended, service().printed()).toBe(0);

  await restart();
  // The process has released its lease, so the next one starts at once.
  await expect.poll(async () => (await read()).status, PATIENT).toBe('completed');
  expect(done).toBeLessThan(ENTRIES);
  expect(await read()).toMatchObject({ counts: { entries: ENTRIES }, existing: { entries: 0 } });
  expect((await titles()).toSorted()).toEqual(ALL);
});

test('an import continues without duplicates after a restart, if the service is killed while it runs', async () => {
  const { service, database, dataDirectory, read, reachMiddle, restart, titles } = await startImport();
  await reachMiddle();
  service().child.kill('SIGKILL');
  await service().ended;
  // The transaction of the killed service ends with its connection.
  await database.query('commit');
  await database.end();

  await restart();
  expect((await read()).status).toBe('running');
  // This is the state after five minutes.
  const later = new pg.Client({ connectionString: await databaseOf(dataDirectory) });
  await later.connect();
  await later.query(`update data_import set lease_expires_at = now() - interval '1 second' where status = 'running'`);
  await later.end();
  await expect.poll(async () => (await read()).status, PATIENT).toBe('completed');
  expect(await read()).toMatchObject({ counts: { entries: ENTRIES }, existing: { entries: 0 } });
  expect((await titles()).toSorted()).toEqual(ALL);
});
