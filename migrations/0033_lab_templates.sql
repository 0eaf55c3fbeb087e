-- Whether somebody takes part in a classroom, to whom a part of the lab is closed.
alter table profile add column is_classroom boolean not null default false;

-- Experiments: templates that people write, and the copies of them that others work through.
create table lab_template (
  id uuid primary key,
  owner_id uuid not null references profile (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  description text not null check (char_length(description) <= 5000),
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  predicted_values jsonb check (jsonb_typeof(predicted_values) = 'object'),
  is_template boolean not null,
  -- Everybody sees a template that is public.
  is_public boolean not null,
  safety_level text not null default 'adult_only' check (safety_level in ('adult_only', 'classroom_safe', 'with_supervision')),
  min_grade_band text check (min_grade_band in ('K-2', 'K-5', '3-5', '6-8', '9-12')),
  -- What a copy was made of; null where that is gone.
  cloned_from uuid references lab_template (id) on delete set null,
  -- Of copies alone: how many steps are done, since when all of them are, and whether somebody vouched for supervision.
  completed_steps integer check (completed_steps between 0 and jsonb_array_length(steps)),
  completed_at timestamptz(3),
  is_attested boolean not null default false,
  -- What all replications come to, reckoned anew in the transaction of each.
  replications integer not null default 0 check (replications >= 0),
  confirmations integer not null default 0 check (confirmations between 0 and replications),
  replication_mean double precision,
  replication_deviation double precision,
  is_robust boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (safety_level <> 'adult_only' or min_grade_band is null),
  check (not is_template or (completed_steps is null and cloned_from is null)),
  check ((completed_at is not null) = coalesce(completed_steps = jsonb_array_length(steps), false))
);

create index lab_template_of_owner on lab_template (owner_id, created_at desc, id desc);
create index lab_template_that_is_public on lab_template (created_at desc, id desc) where is_public and is_template;
create index lab_template_for_classrooms on lab_template (created_at desc, id desc)
  where is_public and is_template and safety_level = 'classroom_safe';
create index lab_template_clone on lab_template (cloned_from) where cloned_from is not null;

-- What somebody measured who did the experiment of a template again.
create table lab_replication (
  id uuid primary key,
  template_id uuid not null references lab_template (id) on delete cascade,
  -- Null where the person is gone: what was measured still counts.
  user_id uuid references profile (id) on delete set null,
  outputs jsonb not null check (jsonb_typeof(outputs) = 'array'),
  -- That of the outputs which the template predicts first; null where none has its label and unit any more.
  value double precision check (value between -1e100 and 1e100),
  created_at timestamptz(3) not null,
  unique (template_id, user_id)
);

create index lab_replication_of_template on lab_replication (template_id, created_at desc, id desc);
create index lab_replication_of_user on lab_replication (user_id);

-- Films of what an experiment is dreamt to become; shown with its template once somebody has approved them.
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
  check (not is_featured or status = 'approved'),
  check ((status = 'declined') = (decline_reason is not null)),
  check ((status = 'pending') = (decided_at is null))
);

create index lab_video_of_template on lab_video (template_id, status, created_at desc, id desc);
create index lab_video_that_is_pending on lab_video (created_at desc, id desc) where status = 'pending';
create index lab_video_of_person on lab_video (submitted_by);
