-- What senders of drops can reach. A drop was successful where the engagement of its recipient rose.
create table badge_definition (
  level integer primary key check (level > 0),
  name text not null unique check (char_length(name) between 1 and 50),
  min_successful_drops integer not null unique check (min_successful_drops >= 0),
  color text not null check (color ~ '^#[0-9A-F]{6}$'),
  -- In percent, of the drops whose window has ended.
  min_success_rate numeric(4, 1) check (min_success_rate between 0 and 100),
  min_consecutive_days integer check (min_consecutive_days > 0)
);

insert into badge_definition (level, name, min_successful_drops, color) values
  (1, 'Seedling', 0, '#90EE90'),
  (2, 'Sprout', 6, '#7CFC00'),
  (3, 'Bloom', 21, '#FF69B4'),
  (4, 'Pollinator', 51, '#FFD700'),
  (5, 'Hive Keeper', 151, '#FF8C00'),
  (6, 'Queen Bee', 501, '#9370DB'),
  (7, 'Hive Legend', 1501, '#FFD700');

-- Where somebody stands who has sent a drop: made of drop_sender, under the lock of its row, whenever that changes. Whoever
-- has sent none has the first badge without a row.
create table badge (
  user_id uuid primary key references profile (id) on delete cascade,
  -- The highest that was ever reached.
  level integer not null references badge_definition (level) on delete restrict,
  total_drops_sent integer not null check (total_drops_sent > 0),
  engagement_increases integer not null check (engagement_increases between 0 and total_drops_sent),
  -- In percent, as it is shown, so that the board ranks by what it shows.
  success_rate numeric(4, 1) not null check (success_rate between 0 and 100),
  bonus_drops_earned integer not null check (bonus_drops_earned >= 0),
  -- On how many days in a row (UTC), up to the last one, drops were sent.
  last_sent_day date,
  consecutive_days integer not null check (consecutive_days >= 0)
);

-- The board, from the top down. Nothing is included that each send would change: sends leave this index alone.
create index badge_board on badge (engagement_increases desc, success_rate desc, user_id);

-- When somebody reached a level, and where they stood then.
create table badge_milestone (
  user_id uuid not null references profile (id) on delete cascade,
  level integer not null references badge_definition (level) on delete restrict,
  achieved_at timestamptz(3) not null,
  stats jsonb not null check (jsonb_typeof(stats) = 'object'),
  primary key (user_id, level)
);
