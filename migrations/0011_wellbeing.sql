-- What people write down about themselves, each for themselves alone. The index of each table also answers whether somebody
-- has written one within a span of time.
create table satisfaction_entry (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  score integer not null check (score between 1 and 10),
  note text not null default '' check (char_length(note) <= 2000),
  -- The day it is about, where the person lives.
  entry_date date not null check (entry_date between '1900-01-01' and '9999-12-31'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index satisfaction_entry_of_user on satisfaction_entry (user_id, created_at desc, id desc);

create table action_note (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  content text not null check (char_length(content) between 1 and 2000),
  goal_id uuid references goal (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index action_note_of_user on action_note (user_id, created_at desc, id desc);
create index action_note_of_goal on action_note (goal_id) where goal_id is not null;

create table sleep_entry (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  sleep_date date not null check (sleep_date between '1900-01-01' and '9999-12-31'),
  hours numeric(4, 2) not null check (hours between 0 and 24),
  quality integer not null check (quality between 1 and 5),
  note text not null default '' check (char_length(note) <= 2000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index sleep_entry_of_user on sleep_entry (user_id, created_at desc, id desc);
