import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createDatabase } from '../db/database.ts';
import { createIds } from '../ids.ts';
import { systemRandom } from '../random.ts';
import { listJobStandings } from './job-standing.ts';
import { createJobs } from './jobs.ts';

const database = await createTestDatabase(inject('clusterUrl'));
const { db, close } = createDatabase({ connectionString: database.url, onIdleError: () => undefined });
afterAll(async () => {
  await close();
  await database.drop();
});

const clock = createTestClock(new Date('2028-02-28T22:00:00Z'));
const ids = createIds(clock, systemRandom);
const { runAlone } = createJobs({ connectionString: database.url, db, clock, ids, log: pino({ level: 'silent' }) });

const HOUR = 60 * 60 * 1000;
const JOBS = ['sow', 'weed', 'mow', 'rake'].map((name) => ({ name, cron: '30 6 * * *', about: `${name} the garden` }));

const standingOf = async (name: string) =>
  (await listJobStandings({ db, clock }, JOBS)).find((one) => one.name === name);

beforeAll(async () => {
  await runAlone('sow', async () => Promise.reject(new Error('no seeds'))).catch(() => undefined);
  await runAlone('weed', async () => ({}));
  await runAlone('prune', async () => ({}));
  clock.advance(HOUR);
});

test('names the jobs in their order, with what they do', async () => {
  expect(await listJobStandings({ db, clock }, JOBS)).toMatchObject(JOBS);
  expect(await listJobStandings({ db, clock }, [])).toEqual([]);
});

test('tells the last run, and whether it succeeded', async () => {
  const start = new Date('2028-02-28T22:00:00Z');
  expect((await standingOf('weed'))?.last_run).toEqual({ started_at: start, finished_at: start, succeeded: true });
  expect((await standingOf('sow'))?.last_run).toMatchObject({ succeeded: false });
  await runAlone('sow', async () => ({}));
  const later = new Date('2028-02-28T23:00:00Z');
  expect((await standingOf('sow'))?.last_run).toEqual({ started_at: later, finished_at: later, succeeded: true });
});

test('tells a run that is under way, and that a job has never run', async () => {
  await runAlone('mow', async () => {
    const under = await standingOf('mow');
    expect(under?.last_run).toEqual({ started_at: clock.now(), finished_at: null, succeeded: null });
    return {};
  });
  expect((await standingOf('rake'))?.last_run).toBeNull();
});

test('tells when the schedule comes next', async () => {
  expect((await standingOf('rake'))?.next_run_at).toEqual(new Date('2028-02-29T06:30:00Z'));
});
