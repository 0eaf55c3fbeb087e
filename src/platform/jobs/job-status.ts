import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { nextRunAt } from './cron.ts';
import type { Job } from './job.ts';
import { type JobRunRow, listRunStatuses } from './job-run.store.ts';
import { lockName } from './jobs.ts';

type KnownJob = Pick<Job<never>, 'name' | 'cron' | 'description' | 'backfillDays'>;

export type JobStatus = Pick<KnownJob, 'name' | 'cron' | 'description'> & {
  last_run: JobRunRow | null;
  /** Whether a run is active on any node. */
  is_running: boolean;
  /** The first scheduled time after the last run; past if a run is missing. */
  due_at: Date;
  next_run_at: Date;
};

/**
 * The last and next run of each job, in the order given.
 * A job is due before `startedAt` only if it backfills missed runs, since no node was running.
 */
export async function listJobStatuses(
  { db, clock, startedAt }: { db: Db; clock: Clock; startedAt: Date },
  jobs: readonly KnownJob[],
): Promise<JobStatus[]> {
  const found = await listRunStatuses(
    db,
    jobs.map(({ name }) => ({ job: name, lock: lockName(name) })),
  );
  const statuses = new Map(found.map((status) => [status.job, status]));
  return jobs.map(({ name, cron, description, backfillDays }) => {
    const { last = null, is_running = false } = statuses.get(name) ?? {};
    const isBackfilled = backfillDays > 0 && last !== null;
    const since = last === null || (!isBackfilled && last.started_at < startedAt) ? startedAt : last.started_at;
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
