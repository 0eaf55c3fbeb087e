import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { nextTick } from './cron.ts';
import type { Job } from './job.ts';
import { type JobRunRow, listLastRuns } from './job-run.store.ts';

export type JobStanding = Pick<Job<never>, 'name' | 'cron' | 'about'> & {
  last_run: Omit<JobRunRow, 'job'> | null;
  next_run_at: Date;
};

/** When each of these jobs has run last, on whatever occasion, and when its schedule comes next; in the order given. */
export async function listJobStandings(
  { db, clock }: { db: Db; clock: Clock },
  jobs: readonly Pick<Job<never>, 'name' | 'cron' | 'about'>[],
): Promise<JobStanding[]> {
  const names = jobs.map(({ name }) => name);
  const runs = new Map((await listLastRuns(db, names)).map(({ job, ...run }) => [job, run]));
  return jobs.map(({ name, cron, about }) => ({
    name,
    cron,
    about,
    last_run: runs.get(name) ?? null,
    next_run_at: nextTick(cron, clock.now()),
  }));
}
