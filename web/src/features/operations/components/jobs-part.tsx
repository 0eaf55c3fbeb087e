import { useFormatter, useTranslations } from 'use-intl';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { type Health, JOB_TONES, type Job, jobStateOf, sortJobs } from '../health.rules.ts';
import { Mark } from './mark.tsx';
import classes from './part.module.css';
import { Part } from './part.tsx';

const WORDS = {
  running: 'jobRunning',
  failed: 'jobFailed',
  interrupted: 'jobInterrupted',
  late: 'jobLate',
  ok: 'jobOk',
  new: 'jobNew',
} as const;

/** The scheduled jobs of all nodes, those that need a look first. */
export function JobsPart({ jobs, now }: { jobs: Health['jobs']; now: Date }) {
  const t = useTranslations('operations.status');
  return (
    <Part title={t('jobs')}>
      {jobs === null ? (
        <Text tone="quiet" breaks>
          {t('unknown')}
        </Text>
      ) : (
        <Stack as="ul">
          {sortJobs(jobs).map((job) => (
            <JobRow key={job.name} job={job} now={now} />
          ))}
        </Stack>
      )}
    </Part>
  );
}

function JobRow({ job, now }: { job: Job; now: Date }) {
  const t = useTranslations('operations.status');
  const format = useFormatter();
  const state = jobStateOf(job);
  const timeOf = (instant: string) => format.relativeTime(new Date(instant), now);
  const { last_run: run } = job;
  return (
    <li className={classes.row}>
      <h3 className={classes.name}>{job.about}</h3>
      <Mark tone={JOB_TONES[state]}>{t(WORDS[state])}</Mark>
      <Muted breaks>
        {run === null
          ? t('jobNext', { next: timeOf(job.next_at) })
          : t('jobLast', { last: timeOf(run.started_at), next: timeOf(job.next_at) })}{' '}
        <code>{job.name}</code>
      </Muted>
      {run?.message && <Muted breaks>{run.message}</Muted>}
      {state === 'failed' && <Muted breaks>{t('seeLog')}</Muted>}
    </li>
  );
}
