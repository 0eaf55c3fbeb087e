-- The two hours of the day that a user has committed to, one window each.
create table workout_window (
  id uuid primary key,
  user_id uuid not null unique references profile (id) on delete cascade,
  activity_type text not null
    check (activity_type in ('cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other')),
  custom_activity text check (char_length(custom_activity) between 1 and 100),
  -- Local time in the time zone; a window that ends before it starts ends on the next day.
  window_start_time time not null,
  window_end_time time not null,
  timezone text not null check (char_length(timezone) between 1 and 50),
  is_active boolean not null default true,
  -- The first local date on which the user had a window.
  since date not null,
  -- Only users of the same group are matched. Updated with the location.
  match_group text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint workout_window_two_hours_check check (window_end_time = window_start_time + interval '2 hours'),
  constraint workout_window_activity_check check ((activity_type = 'other') = (custom_activity is not null))
);

create index workout_window_match_group_user_id_idx on workout_window (match_group, user_id) where is_active;
-- Windows that start at the same time are reminded together.
create index workout_window_start_time_idx on workout_window (timezone, window_start_time, user_id) where is_active;

-- A user's location as far as they share it. Others never see it; it decides the matching group.
create table workout_location (
  user_id uuid primary key references profile (id) on delete cascade,
  ip_address inet,
  latitude numeric(10, 8) check (latitude between -90 and 90),
  longitude numeric(11, 8) check (longitude between -180 and 180),
  city text check (char_length(city) between 1 and 100),
  region text check (char_length(region) between 1 and 100),
  country text check (country ~ '^[A-Z]{2}$'),
  timezone text check (char_length(timezone) between 1 and 50),
  last_updated timestamptz(3) not null,
  constraint workout_location_coordinates_check check ((latitude is null) = (longitude is null))
);

-- Synthetic users, so that no user starts in an empty chain. They have a profile (`is_ai`) and a window like others.
create table synthetic_user (
  user_id uuid primary key references profile (id) on delete cascade,
  region text not null check (char_length(region) between 1 and 100),
  city text not null check (char_length(city) between 1 and 100),
  state text not null check (char_length(state) between 1 and 100),
  -- In percent.
  check_in_probability numeric(5, 2) not null check (check_in_probability between 0 and 100),
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index synthetic_user_created_at_idx on synthetic_user (created_at desc, user_id desc);

-- Two or three users of one color who are matched on a date.
create table squad (
  id uuid primary key,
  date date not null,
  user_1_id uuid not null references profile (id) on delete cascade,
  user_2_id uuid not null references profile (id) on delete cascade,
  user_3_id uuid references profile (id) on delete cascade,
  team_color text not null check (team_color in ('red', 'blue')),
  created_at timestamptz(3) not null
);

create index squad_user_1_id_idx on squad (user_1_id);
create index squad_user_2_id_idx on squad (user_2_id);
create index squad_user_3_id_idx on squad (user_3_id) where user_3_id is not null;

-- The chain of a date, from window to window: a row is one user's position.
create table chain (
  id uuid primary key,
  date date not null,
  user_id uuid not null references profile (id) on delete cascade,
  before_user_id uuid references profile (id) on delete set null,
  after_user_id uuid references profile (id) on delete set null,
  team_color text not null check (team_color in ('red', 'blue')),
  squad_id uuid references squad (id) on delete set null,
  -- The user's group on that date; a group is rebuilt as a whole.
  match_group text not null,
  -- A row with a check-in does not change any more.
  has_check_in boolean not null default false,
  -- When the job saw that the date ended without a check-in, so that it notifies once.
  missed_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (user_id, date)
) with (
  -- Each date adds a row for each user, and the last week is read as a whole many times. By default autovacuum would wait until
  -- a tenth or a fifth of the table is new.
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
);

-- Statistics only know dates before the last analysis, so a new date seemed to have no rows and reading one group scanned the
-- whole date. Without statistics PostgreSQL assumes that all dates have as many rows.
alter table chain alter column date set statistics 0;

create index chain_match_group_date_idx on chain (match_group, date);
create index chain_squad_id_idx on chain (squad_id) where squad_id is not null;
create index chain_before_user_id_idx on chain (before_user_id) where before_user_id is not null;
create index chain_after_user_id_idx on chain (after_user_id) where after_user_id is not null;
create index chain_date_user_id_idx on chain (date, user_id) include (team_color);
create index chain_open_date_user_id_idx on chain (date, user_id) where not has_check_in and missed_at is null;

-- Evidence that a user did the activity: one check-in a date, with a photo. Synthetic users have no photo.
create table check_in (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  chain_id uuid references chain (id) on delete set null,
  date date not null,
  -- Time zone of the window at that time: the date ends there, wherever the user travels.
  timezone text not null check (char_length(timezone) between 1 and 50),
  -- The user's matching group at that time.
  match_group text,
  activity_type text not null
    check (activity_type in ('cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other')),
  within_window boolean not null,
  photo_key text,
  -- A thumbnail for the mosaic.
  tile_key text,
  -- SHA-256 of the uploaded file, and a perceptual hash of 256 bits: a photo counts once.
  photo_digest bytea check (octet_length(photo_digest) = 32),
  photo_fingerprint bytea check (octet_length(photo_fingerprint) = 32),
  -- The same hash, as bits that PostgreSQL can compare.
  photo_bits bit(256),
  photo_timestamp timestamptz(3) not null,
  location_lat numeric(10, 8) check (location_lat between -90 and 90),
  location_lng numeric(11, 8) check (location_lng between -180 and 180),
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  rejection_reason text check (char_length(rejection_reason) between 1 and 500),
  -- The previous user in the chain had checked in, which earns a second chip.
  continues_chain boolean not null,
  battle_chips_earned integer not null default 1 check (battle_chips_earned between 0 and 2),
  created_at timestamptz(3) not null,
  unique (user_id, date),
  constraint check_in_location_check check ((location_lat is null) = (location_lng is null)),
  constraint check_in_photo_check
    check ((photo_key is null) = (photo_digest is null) and (photo_key is null) = (photo_fingerprint is null)),
  constraint check_in_rejection_check check ((status = 'rejected') = (rejection_reason is not null)),
  constraint check_in_rejected_chips_check check (status <> 'rejected' or battle_chips_earned = 0)
) with (
  -- As for chain.
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
);

create index check_in_date_created_at_idx on check_in (date, created_at desc, id desc);
create index check_in_chain_id_idx on check_in (chain_id) where chain_id is not null;
create index check_in_photo_digest_idx on check_in (photo_digest) where photo_digest is not null;
create index check_in_pending_created_at_idx on check_in (created_at, id) where status = 'pending';
-- A week's battle is calculated from this index and `chain_date_user_id_idx`, without reading the tables.
create index check_in_verified_date_user_id_idx on check_in (date, user_id) include (battle_chips_earned)
  where status = 'verified';
create index check_in_match_group_created_at_idx on check_in (match_group, created_at) include (id, status, photo_bits)
  where match_group is not null;

-- The mosaic of a date. Tiles are stored without names, which are read with each request.
create table mosaic (
  id uuid primary key,
  date date not null unique,
  image_key text not null,
  mosaic_data jsonb not null check (jsonb_typeof(mosaic_data) = 'array'),
  total_participants integer not null check (total_participants >= 0),
  completed_count integer not null check (completed_count >= 0),
  failed_count integer not null check (failed_count >= 0),
  pending_count integer not null check (pending_count >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint mosaic_total_check check (total_participants = completed_count + failed_count + pending_count)
);

-- The battle of a week between the red and the blue team. A completed battle does not change.
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
  -- Chips of each day when the battle was completed, so that they add up to those of the week.
  daily_stats jsonb check (jsonb_typeof(daily_stats) = 'array'),
  -- When all users had been notified of the start and of the result; until then the job continues.
  opening_notified_at timestamptz(3),
  results_notified_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint battle_week_check check (week_end_date = week_start_date + 6),
  constraint battle_result_completed_check
    check ((battle_status = 'completed') = (winner is not null) and (winner is null) = (battle_result is null)),
  constraint battle_daily_stats_completed_check check ((winner is null) = (daily_stats is null)),
  constraint battle_results_notified_check check (results_notified_at is null or battle_status = 'completed')
);
