-- The assistant's analysis of a user's notes, one for each user and day (UTC).
create table note_analysis (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  analysis_date date not null,
  summary text not null check (char_length(summary) between 1 and 2000),
  mood_trends jsonb not null check (jsonb_typeof(mood_trends) = 'object'),
  topics jsonb not null check (jsonb_typeof(topics) = 'array'),
  patterns jsonb not null check (jsonb_typeof(patterns) = 'array'),
  recommendations jsonb not null check (jsonb_typeof(recommendations) = 'array'),
  insights jsonb not null check (jsonb_typeof(insights) = 'object'),
  entry_count integer not null check (entry_count between 1 and 50),
  -- Notes written after this moment are not included.
  notes_read_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (user_id, analysis_date)
);

create index note_analysis_user_id_created_at_idx on note_analysis (user_id, created_at desc, id desc);

-- Lease of a user's analysis, so that two jobs never analyze the same user. An analysis is stored only under a valid lease:
-- ending the lease discards it.
create table note_analysis_lease (
  user_id uuid primary key references profile (id) on delete cascade,
  id uuid not null,
  -- The job. A job that runs exclusively takes over leases under its own name at once.
  holder text not null check (char_length(holder) between 1 and 100),
  -- From then on, any job may take over.
  expires_at timestamptz(3) not null
);

-- Users of one run of an assistant's job, in batches that all nodes share.
create table assistant_batch (
  id uuid primary key,
  job text not null check (char_length(job) between 1 and 100),
  run_id uuid not null,
  user_ids uuid[] not null check (cardinality(user_ids) > 0),
  lease_id uuid,
  lease_expires_at timestamptz(3),
  -- One result for each attempt.
  results jsonb not null default '[]' check (jsonb_typeof(results) = 'array'),
  is_done boolean not null default false,
  constraint assistant_batch_lease_check check ((lease_id is null) = (lease_expires_at is null)),
  constraint assistant_batch_done_check check (not is_done or lease_id is null)
);

create index assistant_batch_pending_job_idx on assistant_batch (job, id) where not is_done;
create index assistant_batch_run_id_idx on assistant_batch (run_id);
