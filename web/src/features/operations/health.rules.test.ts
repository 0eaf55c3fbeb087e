import { describe, expect, test } from 'vitest';
import { inUnit, type Job, jobStateOf, sortJobs } from './health.rules.ts';

const RUN = { started_at: '2026-11-23T04:00:00Z', finished_at: '2026-11-23T04:00:01Z', succeeded: true, message: null };
const jobOf = (change: Partial<Job>): Job => ({
  name: 'digest',
  about: 'Sends digests',
  schedule: '0 4 * * *',
  last_run: RUN,
  next_at: '2026-11-24T04:00:00Z',
  is_running: false,
  is_late: false,
  has_failed: false,
  ...change,
});

describe('the state of a job', () => {
  test.each<[Partial<Job>, string]>([
    [{}, 'ok'],
    [{ last_run: null }, 'new'],
    [{ is_late: true }, 'late'],
    [{ has_failed: true }, 'failed'],
    [{ has_failed: true, last_run: { ...RUN, finished_at: null } }, 'interrupted'],
    [{ is_running: true, has_failed: true }, 'running'],
  ])('with %j is %s', (change, state) => {
    expect(jobStateOf(jobOf(change))).toBe(state);
  });

  test('decides the order, and then the last run', () => {
    const jobs = [
      jobOf({ name: 'early', last_run: { ...RUN, started_at: '2026-11-23T01:00:00Z' } }),
      jobOf({ name: 'new', last_run: null }),
      jobOf({ name: 'recent' }),
      jobOf({ name: 'failed', has_failed: true }),
    ];
    expect(sortJobs(jobs).map(({ name }) => name)).toEqual(['failed', 'recent', 'early', 'new']);
  });
});

test.each([
  [12_345_678, 'megabyte', 12.345678],
  [1_500_000_000, 'gigabyte', 1.5],
  [2_000_000_000_000, 'terabyte', 2],
])('%d bytes are shown in a %s', (bytes, unit, value) => {
  expect(inUnit(bytes)).toEqual({ unit, value });
});
