import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { JOBS } from './jobs.ts';

const { clock, deps, routes, server } = await startTestApp();

const nameOf = ({ name }: { name: string }) => name;
/** Returns the current runs. */
const runsOf = (job: string) =>
  deps.db
    .selectFrom('job_run')
    .select(['succeeded', 'result'])
    .where('job', '=', job)
    .where('started_at', '=', clock.now())
    .execute();

describe('The list of jobs', () => {
  test('has each name once', () => {
    expect(new Set(JOBS.map(nameOf)).size).toBe(JOBS.length);
  });

  test('holds the job of every route that machines call, and the route says so', () => {
    const paths = routes.filter(({ audience }) => audience === 'machine').map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(5);
    const described = server.swagger().paths as Record<string, { post?: { summary?: string; tags?: string[] } }>;
    for (const path of paths) {
      const job = JOBS.find(({ name }) => path.endsWith(`/${name}`));
      expect([path, described[path]?.post]).toMatchObject([path, { tags: ['Jobs'], summary: job?.description }]);
    }
  });

  test.each(JOBS)('$name does its work where there is none, and writes the run down under its name', async (job) => {
    await job.run(deps, clock.now());
    expect(await runsOf(job.name)).toMatchObject([{ succeeded: true }]);
  });
});

describe('The mosaics of a day', () => {
  test.each([
    ['mosaic-of-today', '2026-11-18T23:59:00Z', '2026-11-18'],
    ['mosaic-of-yesterday', '2026-11-18T12:05:00Z', '2026-11-17'],
  ])('%s is that of the moment it is drawn for, however late that is done', async (name, scheduledAt, date) => {
    clock.set(new Date('2026-11-20T00:30:00Z'));
    await JOBS.find((job) => job.name === name)?.run(deps, new Date(scheduledAt));
    expect(await runsOf(name)).toMatchObject([{ succeeded: true, result: { date } }]);
    expect(await runsOf(`generate-mosaic ${date}`)).toHaveLength(1);
  });
});
