import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { nextRunAt } from './cron.ts';
import type { Job } from './job.ts';
import { type JobRunRow, listRunStatuses } from './job-run.store.ts';
import { lockName } from './jobs.ts';

type KnownJob = Pick<Job<never>, 'name' | 'cron' | 'description' | 'backfillDays'>;

export type JobStatus = Pick<KnownJob, 'name' | 'cron' | 'description'> & {
  last_run: JobRunRow | null;
  /** Whether a run is under way on any node. */
  is_running: boolean;
  /** The moment of the schedule after the last run; in the past where a run was to come since. */
  due_at: Date;
  next_run_at: Date;
};

/**
 * When each of these jobs has run last, on whatever occasion, and when its schedule comes next; in the order given. Nobody was
 * there to run anything before `startedAt`, so that a job is due before then only where such runs are made up for.
 */
export async function listJobStatuses(
  { db, clock, startedAt }: { db: Db; clock: Clock; startedAt: Date },
  jobs: readonly KnownJob[],
): Promise<JobStatus[]> {
  const found = await listRunStatuses(
    db,
    jobs.map(({ name }) => ({ job: name, lock: lockName(name) })),
  );
  const standings = new Map(found.map((standing) => [standing.job, standing]));
  return jobs.map(({ name, cron, description, backfillDays }) => {
    const { last = null, is_running = false } = standings.get(name) ?? {};
    const isMadeUpFor = backfillDays > 0 && last !== null;
    const since = last === null || (!isMadeUpFor && last.started_at < startedAt) ? startedAt : last.started_at;
    return {
      name,
      cron,
      description,
      last_run: last,
      is_running,
      due_at: nextRunAt(cron, since),
      next_run_at: nextRunAt(cron, clock.now()),
    };
  });
}
