import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { createTestClock } from '#test/test-clock.ts';
import { createDatabase } from '../db/database.ts';
import { createIds } from '../ids.ts';
import { systemRandom } from '../random.ts';
import { listJobStatuses } from './job-status.ts';
import { createJobs } from './jobs.ts';

const database = await createTestDatabase(inject('clusterUrl'));
const { db, close } = createDatabase({ connectionString: database.url, onIdleError: () => undefined });
afterAll(async () => {
  await close();
  await database.drop();
});

const clock = createTestClock(new Date('2028-02-28T22:00:00Z'));
const ids = createIds(clock, systemRandom);
const { runExclusive } = createJobs({ connectionString: database.url, db, clock, ids, log: pino({ level: 'silent' }) });

const HOUR = 60 * 60 * 1000;
const JOBS = ['sow', 'weed', 'mow', 'rake'].map((name) => ({
  name,
  cron: '30 6 * * *',
  description: `${name} the garden`,
  backfillDays: name === 'weed' ? 7 : 0,
}));
const startedAt = clock.now();
const NAMED = JOBS.map(({ backfillDays: _, ...named }) => named);

const standingOf = async (name: string) =>
  (await listJobStatuses({ db, clock, startedAt }, JOBS)).find((one) => one.name === name);

beforeAll(async () => {
  await runExclusive('sow', async () => Promise.reject(new Error('no seeds'))).catch(() => undefined);
  await runExclusive('weed', async () => ({ message: 'All is well' }));
  await runExclusive('prune', async () => ({}));
  clock.advance(HOUR);
});

test('names the jobs in their order, with what they do', async () => {
  expect(await listJobStatuses({ db, clock, startedAt }, JOBS)).toMatchObject(NAMED);
  expect(await listJobStatuses({ db, clock, startedAt }, [])).toEqual([]);
});

test('tells the last run, and whether it succeeded', async () => {
  const start = new Date('2028-02-28T22:00:00Z');
  expect((await standingOf('weed'))?.last_run).toEqual({
    ...{ started_at: start, finished_at: start, succeeded: true },
    message: 'All is well',
  });
  expect((await standingOf('sow'))?.last_run).toMatchObject({ succeeded: false, message: null });
  await runExclusive('sow', async () => ({}));
  const later = new Date('2028-02-28T23:00:00Z');
  expect((await standingOf('sow'))?.last_run).toMatchObject({ started_at: later, finished_at: later, succeeded: true });
});

test('tells a run that is under way, and that a job has never run', async () => {
  await runExclusive('mow', async () => {
    const under = await standingOf('mow');
    const run = { started_at: clock.now(), finished_at: null, succeeded: null, message: null };
    expect(under).toMatchObject({ last_run: run, is_running: true });
    return {};
  });
  expect(await standingOf('mow')).toMatchObject({ is_running: false });
  expect(await standingOf('rake')).toMatchObject({ last_run: null, is_running: false });
});

test('tells when the schedule comes next', async () => {
  expect((await standingOf('rake'))?.next_run_at).toEqual(new Date('2028-02-29T06:30:00Z'));
});

test('tells what is due: after the last run where runs are made up for, and else after the start', async () => {
  const dueAfter = async (moment: Date) =>
    (await listJobStatuses({ db, clock, startedAt: moment }, JOBS)).map(({ name, due_at }) => [name, due_at]);
  const [next, muchLater] = [new Date('2028-02-29T06:30:00Z'), new Date('2028-03-05T06:30:00Z')];
  expect(await dueAfter(startedAt)).toEqual(JOBS.map(({ name }) => [name, next]));
  expect(await dueAfter(new Date('2028-03-04T12:00:00Z'))).toEqual([
    ['sow', muchLater],
    ['weed', next],
    ['mow', muchLater],
    ['rake', muchLater],
  ]);
});
