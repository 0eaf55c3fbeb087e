-- Contests of templates, scored by what other people make of them.
create table competition (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  description text not null check (char_length(description) <= 5000),
  -- What one of each kind is worth, with two decimals at most.
  scoring_config jsonb not null check (jsonb_typeof(scoring_config) = 'object'),
  -- What counts is from the one on, and before the other; null where there is no such end.
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  -- Whether the list shows it.
  is_active boolean not null,
  entry_open boolean not null,
  last_scored_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (ends_at > starts_at)
);

create index competition_that_is_active on competition (created_at desc, id desc) where is_active;

create table competition_entry (
  id uuid primary key,
  competition_id uuid not null references competition (id) on delete cascade,
  template_id uuid not null references lab_template (id) on delete cascade,
  user_id uuid not null references profile (id) on delete cascade,
  -- What was counted when it was scored last, and what that came to, in hundredths.
  clones integer not null default 0 check (clones >= 0),
  completions integer not null default 0 check (completions >= 0),
  confirmations integer not null default 0 check (confirmations >= 0),
  refutations integer not null default 0 check (refutations >= 0),
  builds integer not null default 0 check (builds >= 0),
  score bigint not null default 0,
  created_at timestamptz(3) not null,
  unique (competition_id, template_id)
);

create index competition_entry_board on competition_entry (competition_id, score desc, created_at desc, id desc)
  include (user_id);
create index competition_entry_of_template on competition_entry (template_id);
create index competition_entry_of_user on competition_entry (user_id);

-- When people were last told that an experiment of theirs waits.
create table lab_step_prompt (
  user_id uuid primary key references profile (id) on delete cascade,
  last_prompted_at timestamptz(3) not null
);

create index lab_template_that_is_unfinished on lab_template (owner_id, updated_at desc, id desc)
  where completed_steps is not null and completed_at is null;
