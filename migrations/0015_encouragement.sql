-- Settings of the exchange of drops, in one row. The defaults apply until a super admin changes them.
create table drop_configuration (
  is_singleton boolean primary key default true check (is_singleton),
  daily_allowance integer not null default 5 check (daily_allowance between 0 and 10000),
  bonus_drops_per_engagement integer not null default 2 check (bonus_drops_per_engagement between 0 and 10000),
  engagement_window_hours integer not null default 24 check (engagement_window_hours between 0 and 8760),
  max_custom_drops_per_day integer not null default 3 check (max_custom_drops_per_day between 0 and 10000),
  -- Drops of one sender to one recipient on a day (UTC) that can earn the bonus; null is no limit.
  max_rewarded_drops_per_pair_per_day integer check (max_rewarded_drops_per_pair_per_day between 0 and 10000),
  updated_at timestamptz(3) not null
);

insert into drop_configuration (updated_at) values (now());

-- Texts that users can send without writing one.
create table drop_template (
  id uuid primary key,
  type text not null check (type in ('encouragement', 'media', 'science_tidbit')),
  title text not null check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) between 1 and 1000),
  media_url text check (char_length(media_url) <= 2048),
  media_type text check (media_type in ('image', 'video', 'audio')),
  thumbnail_url text check (char_length(thumbnail_url) <= 2048),
  approval_status text not null default 'pending' check (approval_status in ('pending', 'approved', 'rejected')),
  usage_count integer not null default 0 check (usage_count >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint drop_template_media_pair_check check ((media_url is null) = (media_type is null)),
  constraint drop_template_media_required_check check (type <> 'media' or media_url is not null)
);

create index drop_template_created_at_idx on drop_template (created_at desc, id desc);
create index drop_template_approved_created_at_idx on drop_template (created_at desc, id desc)
  where approval_status = 'approved';

-- Templates to start with. A super admin can change, reject and delete them like any other.
insert into drop_template (id, type, title, content, approval_status, created_at, updated_at)
select gen_random_uuid(), type, title, content, 'approved', now(), now()
from (values
  ('encouragement', 'Still at it', 'You are still at it. That is the hard part, and you are doing it.'),
  ('encouragement', 'Small steps count', 'A small step is a step. Look back for a moment: you have come further than you think.'),
  ('encouragement', 'Not alone', 'Whatever today is like, you are not alone with it. I am cheering for you.'),
  ('encouragement', 'A day off is fine', 'Rest is no failure. Take the evening, and begin again when you are ready.'),
  ('encouragement', 'I noticed', 'I noticed the effort that you put in. It matters, also when nobody says so.'),
  ('encouragement', 'Tomorrow is new', 'A day that went wrong is one day. Tomorrow does not know about it.'),
  ('science_tidbit', 'Words calm',
    'Putting a feeling into words calms it: in brain scans, naming an emotion goes with less activity in the amygdala.'),
  ('science_tidbit', 'Habits take their time',
    'In a study of new habits they took 66 days on average to become automatic, and a single missed day made no difference worth mentioning.'),
  ('science_tidbit', 'Ideas on foot',
    'People have more ideas while they walk than while they sit. In the experiments even a treadmill that faced a wall was enough.'),
  ('science_tidbit', 'Asleep and learning',
    'While you sleep, your brain replays what you learned during the day. A good night is part of learning.'),
  ('science_tidbit', 'The bee’s directions',
    'A honey bee tells the others by a dance where flowers are: its angle gives the direction, as seen from the sun, and its length the distance.'),
  ('science_tidbit', 'Young sunflowers turn',
    'Young sunflowers follow the sun from east to west during the day, and turn back to the east at night to await it.')
) as template (type, title, content);

-- What a sender may still send, and what their drops achieved. Updated in the transactions that change drop_sent.
create table drop_sender (
  user_id uuid primary key references profile (id) on delete cascade,
  -- The day (UTC) of the next three counts; on another day they are 0.
  day date not null,
  daily_used integer not null default 0 check (daily_used >= 0),
  bonus_used integer not null default 0 check (bonus_used >= 0),
  custom_used integer not null default 0 check (custom_used >= 0),
  -- Unspent bonus drops. They are spent after the daily allowance and do not expire.
  bonus_remaining integer not null default 0 check (bonus_remaining >= 0),
  total_sent integer not null default 0 check (total_sent >= 0),
  -- Drops after which the recipient's engagement rose; those of them whose window has ended; all drops whose window has ended.
  engagement_increases integer not null default 0 check (engagement_increases >= 0),
  ended_increases integer not null default 0 check (ended_increases >= 0),
  windows_ended integer not null default 0 check (windows_ended >= 0),
  bonus_earned integer not null default 0 check (bonus_earned >= 0),
  -- The streak: consecutive days (UTC) with a drop, up to the last one.
  last_sent_day date,
  consecutive_days integer not null default 0 check (consecutive_days >= 0),
  constraint drop_sender_windows_check check (ended_increases <= windows_ended and windows_ended <= total_sent),
  constraint drop_sender_increases_check
    check (ended_increases <= engagement_increases and engagement_increases <= total_sent)
);

-- Each drop as it was sent, whatever its template says later.
create table drop_sent (
  id uuid primary key,
  -- Null for the assistant, which has no profile.
  sender_id uuid references profile (id) on delete cascade,
  recipient_id uuid not null references profile (id) on delete cascade,
  drop_type text not null check (drop_type in ('encouragement', 'media', 'science_tidbit')),
  -- Null for the sender's own text and for a deleted template.
  template_id uuid references drop_template (id) on delete set null,
  is_custom boolean not null,
  title text check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) between 1 and 1000),
  media_url text,
  media_type text,
  thumbnail_url text,
  entry_id uuid references journal_entry (id) on delete set null,
  date_sent timestamptz(3) not null,
  -- The day (UTC) of date_sent.
  day date not null,
  -- The last moment at which the recipient's activity counts. Null for the assistant's drops.
  engagement_ends_at timestamptz(3),
  -- When the job saw that the engagement rose, and that the window had ended.
  engaged_at timestamptz(3),
  closed_at timestamptz(3),
  bonus_drops_awarded integer not null default 0 check (bonus_drops_awarded >= 0),
  read_at timestamptz(3),
  constraint drop_sent_not_self_check check (sender_id <> recipient_id),
  constraint drop_sent_engagement_check check ((sender_id is null) = (engagement_ends_at is null)),
  constraint drop_sent_bonus_check check (bonus_drops_awarded = 0 or engaged_at is not null)
);

create index drop_sent_recipient_id_date_sent_idx on drop_sent (recipient_id, date_sent desc, id desc);
create index drop_sent_unread_recipient_id_date_sent_idx on drop_sent (recipient_id, date_sent desc, id desc)
  where read_at is null;
create index drop_sent_sender_id_date_sent_idx on drop_sent (sender_id, date_sent desc, id desc);
-- The engagement job reads open windows, however many drops there are.
create index drop_sent_open_engagement_ends_at_idx on drop_sent (engagement_ends_at, id)
  where closed_at is null and engagement_ends_at is not null;
create index drop_sent_rewarded_sender_id_recipient_id_idx on drop_sent (sender_id, recipient_id, day)
  where bonus_drops_awarded > 0;
-- The assistant sends each user at most one drop a day.
create unique index drop_sent_assistant_recipient_id_day_key on drop_sent (recipient_id, day) where sender_id is null;
create index drop_sent_template_id_idx on drop_sent (template_id) where template_id is not null;
create index drop_sent_entry_id_idx on drop_sent (entry_id) where entry_id is not null;

-- Levels that senders of drops can reach. A drop is successful if the recipient's engagement rose.
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

-- The badge of each user who has sent a drop, derived from drop_sender under the lock of its row. Without a row, a user has the
-- first level.
create table badge (
  user_id uuid primary key references profile (id) on delete cascade,
  -- The highest level ever reached.
  level integer not null references badge_definition (level) on delete restrict,
  total_drops_sent integer not null check (total_drops_sent > 0),
  engagement_increases integer not null,
  -- In percent, rounded as it is shown, so that the leaderboard ranks by the figures it shows.
  success_rate numeric(4, 1) not null check (success_rate between 0 and 100),
  bonus_drops_earned integer not null check (bonus_drops_earned >= 0),
  -- The streak, as in drop_sender.
  last_sent_day date,
  consecutive_days integer not null check (consecutive_days >= 0),
  constraint badge_engagement_increases_check check (engagement_increases between 0 and total_drops_sent)
);

-- The leaderboard. It includes no column that every drop changes, so most drops leave this index alone.
create index badge_leaderboard_idx on badge (engagement_increases desc, success_rate desc, user_id);

-- When a user reached a level, and their figures at that time.
create table badge_milestone (
  user_id uuid not null references profile (id) on delete cascade,
  level integer not null references badge_definition (level) on delete restrict,
  achieved_at timestamptz(3) not null,
  stats jsonb not null check (jsonb_typeof(stats) = 'object'),
  primary key (user_id, level)
);
