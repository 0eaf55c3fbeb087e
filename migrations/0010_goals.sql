-- Goals are their owner's alone: nobody else reads them, so a list needs no audience.
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

create index goal_of_user on goal (user_id, created_at desc, id desc);
create index goal_of_status on goal (user_id, status, created_at desc, id desc);

-- How a goal went, time after time. Its owner is that of the goal.
create table goal_check_in (
  id uuid primary key,
  goal_id uuid not null references goal (id) on delete cascade,
  status text not null check (status in ('completed', 'partial', 'missed', 'skipped')),
  notes text not null default '' check (char_length(notes) <= 2000),
  created_at timestamptz(3) not null
);

create index goal_check_in_of_goal on goal_check_in (goal_id, created_at desc, id desc);
