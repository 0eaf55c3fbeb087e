-- What users record for themselves alone, so that lists need no audience.
create table goal (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 2000),
  target_date date check (target_date between '1900-01-01' and '9999-12-31'),
  status text not null default 'active' check (status in ('active', 'completed', 'paused', 'abandoned')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index goal_user_id_created_at_idx on goal (user_id, created_at desc, id desc);
create index goal_user_id_status_idx on goal (user_id, status, created_at desc, id desc);

create trigger erase_idempotent_responses after delete on goal
  referencing old table as deleted for each statement execute function erase_idempotent_responses();

-- Progress reports of a goal, which belong to the goal's owner.
create table goal_check_in (
  id uuid primary key,
  goal_id uuid not null references goal (id) on delete cascade,
  status text not null check (status in ('completed', 'partial', 'missed', 'skipped')),
  notes text not null default '' check (char_length(notes) <= 2000),
  created_at timestamptz(3) not null
);

create index goal_check_in_goal_id_created_at_idx on goal_check_in (goal_id, created_at desc, id desc);

create trigger erase_idempotent_responses after delete on goal_check_in
  referencing old table as deleted for each statement execute function erase_idempotent_responses();

create table satisfaction_entry (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  score integer not null check (score between 1 and 10),
  note text not null default '' check (char_length(note) <= 2000),
  -- In the user's time zone.
  entry_date date not null check (entry_date between '1900-01-01' and '9999-12-31'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- This index, and those of the next two tables, also find records within a time span.
create index satisfaction_entry_user_id_created_at_idx on satisfaction_entry (user_id, created_at desc, id desc);

create trigger erase_idempotent_responses after delete on satisfaction_entry
  referencing old table as deleted for each statement execute function erase_idempotent_responses();

create table sleep_entry (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  -- In the user's time zone.
  sleep_date date not null check (sleep_date between '1900-01-01' and '9999-12-31'),
  hours numeric(4, 2) not null check (hours between 0 and 24),
  quality integer not null check (quality between 1 and 5),
  note text not null default '' check (char_length(note) <= 2000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index sleep_entry_user_id_created_at_idx on sleep_entry (user_id, created_at desc, id desc);

create trigger erase_idempotent_responses after delete on sleep_entry
  referencing old table as deleted for each statement execute function erase_idempotent_responses();

create table action_note (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  content text not null check (char_length(content) between 1 and 2000),
  goal_id uuid references goal (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index action_note_user_id_created_at_idx on action_note (user_id, created_at desc, id desc);
create index action_note_goal_id_idx on action_note (goal_id) where goal_id is not null;

create trigger erase_idempotent_responses after delete on action_note
  referencing old table as deleted for each statement execute function erase_idempotent_responses();
