-- Runs of the scheduled jobs: when each began and ended, and with what. A run without an end is under way, or its node has died.
create table job_run (
  id uuid primary key,
  job text not null check (char_length(job) between 1 and 100),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  succeeded boolean,
  -- What the job answered: counts, never anything private.
  result jsonb
);

create index job_run_of_job on job_run (job, started_at desc, id desc);
