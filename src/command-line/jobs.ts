import { JOBS } from '#app/jobs.ts';
import { systemClock } from '#platform/clock.ts';
import { createDatabase } from '#platform/db/database.ts';
import { type JobStatus, listJobStatuses } from '#platform/jobs/job-status.ts';
import { painted, showing } from '#platform/terminal.ts';
import { withSandbox } from '#sandbox/sandbox.ts';
import { createCommandLogger, readOwnConfig, requireMigrated, withDatabase, withDeps } from './command.ts';
import { print } from './output.ts';

/** Prints each job with its schedule, last run and next run. */
export async function listJobs(): Promise<void> {
  await withDatabase(readOwnConfig(), createCommandLogger(), async (addresses) => {
    await requireMigrated(addresses);
    const { db, close } = createDatabase({ connectionString: addresses.direct, onIdleError: () => undefined });
    try {
      print(jobsText(await listJobStatuses({ db, clock: systemClock, startedAt: systemClock.now() }, JOBS)));
    } finally {
      await close();
    }
  });
}

/** Two lines for each job, of 80 columns at most. */
export function jobsText(jobs: readonly JobStatus[]): string {
  const row = (...[name = '', cron = '', last = '', next = '']: string[]) =>
    `${name.padEnd(25)}${cron.padEnd(14)}${last.padEnd(25)}${next}`.trimEnd();
  return [
    painted('bold', row('Job', 'Schedule', 'Last run', 'Next run')),
    ...jobs.flatMap((job) => [
      row(job.name, job.cron, lastRunText(job.last_run), instantText(job.next_run_at)),
      painted('dim', `  ${job.description}`),
    ]),
    '',
    'All times are in UTC. To run a job now: meadow jobs run <name>',
  ].join('\n');
}

function lastRunText(run: JobStatus['last_run']): string {
  if (run === null) return 'never';
  const outcome = run.finished_at === null ? 'running' : run.succeeded ? 'ok' : 'failed';
  return `${instantText(run.started_at)} ${outcome}`;
}

function instantText(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ');
}

/** Runs a job once in this process. Rejects if the job does not exist or fails. */
export async function runJob(name: string, options: { sandbox: boolean }): Promise<void> {
  const job = JOBS.find((one) => one.name === name);
  if (job === undefined) throw new Error(`There is no job "${name}". List all jobs: meadow jobs list`);
  const log = createCommandLogger();
  const { config, close: closeSandbox } = await withSandbox(readOwnConfig(), options.sandbox, { isTemporary: true });
  try {
    await withDatabase(config, log, async (addresses) => {
      await requireMigrated(addresses);
      await withDeps({ config, addresses, log }, async (deps) => {
        const { message } = await showing(job.description, () => job.run(deps, systemClock.now()));
        print(message);
      });
    });
  } finally {
    await closeSandbox();
  }
}
