-- What every feature relies on, without a user. Names: `<table>_<columns>_idx` for indexes, `…_key` where they are unique; a
-- partial index names its condition. Checks of one column keep PostgreSQL's name (`<table>_<column>_check`), all others have one.
create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- Recent requests of each user or IP address, shared by all nodes. Losing them in a crash does no harm, so the table is unlogged.
-- The columns are those of rate-limiter-flexible.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Runs of scheduled jobs. A run without an end is in progress, or its node has died.
create table job_run (
  id uuid primary key,
  job text not null check (char_length(job) between 1 and 100),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  succeeded boolean,
  -- Counts that the job returned, never private data.
  result jsonb
);

create index job_run_job_started_at_idx on job_run (job, started_at desc, id desc);

-- A known text, encrypted under ENCRYPTION_KEY. A node whose key cannot decrypt it refuses to start.
create table encryption_key_check (
  is_singleton boolean primary key default true check (is_singleton),
  sealed text not null
);
