-- Experiments: templates that users write, and the copies of them that others work through.
create table lab_template (
  id uuid primary key,
  owner_id uuid not null references profile (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  description text not null check (char_length(description) <= 5000),
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  predicted_values jsonb check (jsonb_typeof(predicted_values) = 'object'),
  is_template boolean not null,
  is_public boolean not null,
  safety_level text not null default 'adult_only' check (safety_level in ('adult_only', 'classroom_safe', 'with_supervision')),
  min_grade_band text check (min_grade_band in ('K-2', 'K-5', '3-5', '6-8', '9-12')),
  -- The original of a copy; null if it is deleted.
  cloned_from uuid references lab_template (id) on delete set null,
  -- Of copies alone. is_attested: an adult vouched for supervision.
  completed_steps integer,
  completed_at timestamptz(3),
  -- Stays when steps are undone, so that a competition that is over keeps its scores.
  first_completed_at timestamptz(3),
  is_attested boolean not null default false,
  -- Statistics of all replications, calculated again in the transaction of each.
  replications integer not null default 0 check (replications >= 0),
  confirmations integer not null default 0,
  replication_mean double precision,
  replication_deviation double precision,
  is_robust boolean not null default false,
  robust_since timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint lab_template_completed_steps_check check (completed_steps between 0 and jsonb_array_length(steps)),
  constraint lab_template_confirmations_check check (confirmations between 0 and replications),
  constraint lab_template_grade_band_check check (safety_level <> 'adult_only' or min_grade_band is null),
  constraint lab_template_copy_check check (not is_template or (completed_steps is null and cloned_from is null)),
  constraint lab_template_completed_at_check
    check ((completed_at is not null) = coalesce(completed_steps = jsonb_array_length(steps), false))
);

create index lab_template_owner_id_created_at_idx on lab_template (owner_id, created_at desc, id desc);
create index lab_template_public_created_at_idx on lab_template (created_at desc, id desc) where is_public and is_template;
create index lab_template_classroom_safe_created_at_idx on lab_template (created_at desc, id desc)
  where is_public and is_template and safety_level = 'classroom_safe';
create index lab_template_cloned_from_idx on lab_template (cloned_from) where cloned_from is not null;
create index lab_template_robust_since_idx on lab_template (robust_since)
  where robust_since is not null and is_public and is_template;
create index lab_template_unfinished_owner_id_updated_at_idx on lab_template (owner_id, updated_at desc, id desc)
  where completed_steps is not null and completed_at is null;

-- Measurements of a user who repeated the experiment of a template.
create table lab_replication (
  id uuid primary key,
  template_id uuid not null references lab_template (id) on delete cascade,
  -- Null if the user is deleted: the measurement still counts.
  user_id uuid references profile (id) on delete set null,
  outputs jsonb not null check (jsonb_typeof(outputs) = 'array'),
  -- The output that the template predicts first; null if no output has its label and unit.
  value double precision check (value between -1e100 and 1e100),
  created_at timestamptz(3) not null,
  unique (template_id, user_id)
);

create index lab_replication_created_at_idx on lab_replication (created_at);
create index lab_replication_template_id_created_at_idx on lab_replication (template_id, created_at desc, id desc);
create index lab_replication_user_id_idx on lab_replication (user_id);

-- Videos of a template's vision, shown with it once they are approved.
create table lab_video (
  id uuid primary key,
  template_id uuid not null references lab_template (id) on delete cascade,
  submitted_by uuid not null references profile (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  url text not null check (url like 'https://%' and char_length(url) <= 2048),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  is_featured boolean not null default false,
  decline_reason text check (char_length(decline_reason) between 1 and 1000),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint lab_video_featured_check check (not is_featured or status = 'approved'),
  constraint lab_video_declined_check check ((status = 'declined') = (decline_reason is not null)),
  constraint lab_video_decided_check check ((status = 'pending') = (decided_at is null))
);

create index lab_video_template_id_status_created_at_idx on lab_video (template_id, status, created_at desc, id desc);
create index lab_video_pending_created_at_idx on lab_video (created_at desc, id desc) where status = 'pending';
create index lab_video_submitted_by_idx on lab_video (submitted_by);

-- When each user was last prompted to continue an experiment.
create table lab_step_prompt (
  user_id uuid primary key references profile (id) on delete cascade,
  last_prompted_at timestamptz(3) not null
);

-- Competitions of templates, scored by what other users do with them.
create table competition (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  description text not null check (char_length(description) <= 5000),
  -- Points for one of each kind, with at most two decimals.
  scoring_config jsonb not null check (jsonb_typeof(scoring_config) = 'object'),
  -- Scored from starts_at (included) to ends_at (excluded); null is no limit.
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  -- Shown in the list.
  is_active boolean not null,
  entry_open boolean not null,
  last_scored_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint competition_period_check check (ends_at > starts_at)
);

create index competition_active_created_at_idx on competition (created_at desc, id desc) where is_active;

create table competition_entry (
  id uuid primary key,
  competition_id uuid not null references competition (id) on delete cascade,
  template_id uuid not null references lab_template (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  -- Counts of the last scoring, and the score in hundredths.
  clones integer not null default 0 check (clones >= 0),
  completions integer not null default 0 check (completions >= 0),
  confirmations integer not null default 0 check (confirmations >= 0),
  refutations integer not null default 0 check (refutations >= 0),
  builds integer not null default 0 check (builds >= 0),
  score bigint not null default 0,
  created_at timestamptz(3) not null,
  unique (competition_id, template_id)
);

create index competition_entry_leaderboard_idx on competition_entry (competition_id, score desc, created_at desc, id desc)
  include (user_id);
create index competition_entry_template_id_idx on competition_entry (template_id);
create index competition_entry_user_id_idx on competition_entry (user_id);
