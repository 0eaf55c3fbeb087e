-- What the red and the blue team fight out in a week. Once it is executed, its result stands.
create table battle (
  id uuid primary key,
  week_start_date date not null unique check (extract(isodow from week_start_date) = 1),
  week_end_date date not null,
  red_team_chips integer not null default 0 check (red_team_chips >= 0),
  blue_team_chips integer not null default 0 check (blue_team_chips >= 0),
  red_team_members integer not null default 0 check (red_team_members >= 0),
  blue_team_members integer not null default 0 check (blue_team_members >= 0),
  red_team_robot_power integer not null default 0 check (red_team_robot_power >= 0),
  blue_team_robot_power integer not null default 0 check (blue_team_robot_power >= 0),
  battle_status text not null default 'pending' check (battle_status in ('pending', 'in_progress', 'completed')),
  winner text check (winner in ('red', 'blue', 'tie')),
  battle_result jsonb check (jsonb_typeof(battle_result) = 'object'),
  -- The chips of each day as they were when it was executed, so that they add up to those of the week.
  daily_stats jsonb check (jsonb_typeof(daily_stats) = 'array'),
  -- When everybody had been told that the week had begun, and how it ended. Until then, the job tells them.
  opening_told_at timestamptz(3),
  results_told_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (week_end_date = week_start_date + 6),
  check ((battle_status = 'completed') = (winner is not null) and (winner is null) = (battle_result is null)),
  check ((winner is null) = (daily_stats is null)),
  check (results_told_at is null or battle_status = 'completed')
);

-- A week is reckoned from this and `chain_of_date` alone, without visiting a row.
create index check_in_that_counts on check_in (date, user_id) include (battle_chips_earned) where status = 'verified';

-- Each day adds a row for each person, and the last week is read as a whole, time and again. What the database knows of it
-- is kept fresh, where it would usually wait until a tenth or a fifth of all years is new.
alter table chain set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
);
alter table check_in set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
);
