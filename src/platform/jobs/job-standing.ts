import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { nextTick } from './cron.ts';
import type { Job } from './job.ts';
import { type JobRunRow, listRunStandings } from './job-run.store.ts';
import { lockNameOf } from './jobs.ts';

type KnownJob = Pick<Job<never>, 'name' | 'cron' | 'description' | 'backfillDays'>;

export type JobStanding = Pick<KnownJob, 'name' | 'cron' | 'description'> & {
  last_run: JobRunRow | null;
  /** Whether a run is under way on any node. */
  is_under_way: boolean;
  /** The moment of the schedule after the last run; in the past where a run was to come since. */
  due_at: Date;
  next_run_at: Date;
};

/**
 * When each of these jobs has run last, on whatever occasion, and when its schedule comes next; in the order given. Nobody was
 * there to run anything before `upSince`, so that a job is due before then only where such runs are made up for.
 */
export async function listJobStandings(
  { db, clock, upSince }: { db: Db; clock: Clock; upSince: Date },
  jobs: readonly KnownJob[],
): Promise<JobStanding[]> {
  const found = await listRunStandings(
    db,
    jobs.map(({ name }) => ({ job: name, lock: lockNameOf(name) })),
  );
  const standings = new Map(found.map((standing) => [standing.job, standing]));
  return jobs.map(({ name, cron, description, backfillDays }) => {
    const { last = null, is_under_way = false } = standings.get(name) ?? {};
    const isMadeUpFor = backfillDays > 0 && last !== null;
    const since = last === null || (!isMadeUpFor && last.started_at < upSince) ? upSince : last.started_at;
    return {
      name,
      cron,
      description,
      last_run: last,
      is_under_way,
      due_at: nextTick(cron, since),
      next_run_at: nextTick(cron, clock.now()),
    };
  });
}
