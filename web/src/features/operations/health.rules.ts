import type { components } from '@meadow/client';

export type Health = components['schemas']['Health'];
export type Job = NonNullable<Health['jobs']>[number];
export type Provider = Health['providers'][number];

/** How a part is: the tone of its mark. */
export type Tone = 'good' | 'attention' | 'bad' | 'quiet';

export type JobState = 'running' | 'failed' | 'interrupted' | 'late' | 'ok' | 'new';

export function jobStateOf(job: Job): JobState {
  if (job.is_running) return 'running';
  if (job.has_failed) return job.last_run?.finished_at ? 'failed' : 'interrupted';
  if (job.is_late) return 'late';
  return job.last_run === null ? 'new' : 'ok';
}

export const JOB_TONES: Readonly<Record<JobState, Tone>> = {
  running: 'good',
  failed: 'bad',
  interrupted: 'bad',
  late: 'attention',
  ok: 'good',
  new: 'quiet',
};

export const PROVIDER_TONES: Readonly<Record<Provider['status'], Tone>> = {
  ok: 'good',
  off: 'quiet',
  incomplete: 'attention',
  failing: 'bad',
};

export const DATABASE_TONES: Readonly<Record<Health['database']['status'], Tone>> = {
  ok: 'good',
  elevated: 'attention',
  slow: 'attention',
  down: 'bad',
};

const ORDER: readonly JobState[] = ['failed', 'interrupted', 'late', 'running', 'ok', 'new'];

/** Jobs that need a look first, then those that ran last. */
export function sortJobs(jobs: readonly Job[]): Job[] {
  const lastOf = (job: Job) => job.last_run?.started_at ?? '';
  return jobs.toSorted((a, b) => {
    const rank = ORDER.indexOf(jobStateOf(a)) - ORDER.indexOf(jobStateOf(b));
    return rank === 0 ? lastOf(b).localeCompare(lastOf(a)) : rank;
  });
}

/** The unit in which a number of bytes is short: the unit of `Intl.NumberFormat`, and the number in it. */
export function inUnit(bytes: number): { unit: 'megabyte' | 'gigabyte' | 'terabyte'; value: number } {
  if (bytes >= 1e12) return { unit: 'terabyte', value: bytes / 1e12 };
  if (bytes >= 1e9) return { unit: 'gigabyte', value: bytes / 1e9 };
  return { unit: 'megabyte', value: bytes / 1e6 };
}
