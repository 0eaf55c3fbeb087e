-- How the exchange of drops works; one row, and the values that hold until a super admin changes them.
create table drop_configuration (
  is_only boolean primary key default true check (is_only),
  daily_allowance integer not null default 5 check (daily_allowance between 0 and 10000),
  bonus_drops_per_engagement integer not null default 2 check (bonus_drops_per_engagement between 0 and 10000),
  engagement_window_hours integer not null default 24 check (engagement_window_hours between 0 and 8760),
  max_custom_drops_per_day integer not null default 3 check (max_custom_drops_per_day between 0 and 10000),
  -- How many drops of one sender to one recipient within a day (UTC) can earn the bonus.
  max_rewarded_drops_per_pair_per_day integer not null default 5
    check (max_rewarded_drops_per_pair_per_day between 0 and 10000),
  updated_at timestamptz(3) not null
);

insert into drop_configuration (updated_at) values (now());

-- What can be sent without writing it oneself.
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
  check ((media_url is null) = (media_type is null)),
  check (type <> 'media' or media_url is not null)
);

create index drop_template_in_time on drop_template (created_at desc, id desc);
create index drop_template_approved on drop_template (created_at desc, id desc) where approval_status = 'approved';

-- What a person may still send today, and what came of all that they have sent. Changed with the drops, in one transaction.
create table drop_sender (
  user_id uuid primary key references profile (id) on delete cascade,
  -- The day (UTC) that the next three counts are of; on another day they are 0.
  day date not null,
  daily_used integer not null default 0 check (daily_used >= 0),
  bonus_used integer not null default 0 check (bonus_used >= 0),
  custom_used integer not null default 0 check (custom_used >= 0),
  -- Bonus drops that are not spent yet. They are spent once the daily allowance is, and do not end with the day.
  bonus_left integer not null default 0 check (bonus_left >= 0),
  total_sent integer not null default 0 check (total_sent >= 0),
  -- After how many drops the engagement of the recipient rose; of those whose window has ended; and how many those are.
  engagement_increases integer not null default 0 check (engagement_increases >= 0),
  ended_increases integer not null default 0 check (ended_increases >= 0),
  windows_ended integer not null default 0 check (windows_ended >= 0),
  bonus_earned integer not null default 0 check (bonus_earned >= 0),
  -- On how many days in a row (UTC), up to the last one, drops were sent.
  last_sent_day date,
  consecutive_days integer not null default 0 check (consecutive_days >= 0),
  check (ended_increases <= windows_ended and windows_ended <= total_sent),
  check (ended_increases <= engagement_increases and engagement_increases <= total_sent)
);

-- Each drop as it was sent: what a template says later changes nothing.
create table drop_sent (
  id uuid primary key,
  -- Null for the assistant, who is nobody's profile.
  sender_id uuid references profile (id) on delete cascade,
  recipient_id uuid not null references profile (id) on delete cascade,
  drop_type text not null check (drop_type in ('encouragement', 'media', 'science_tidbit')),
  -- Null for what the sender wrote, and for a template that is gone.
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
  -- Until when what the recipient writes counts, that moment included. Null for the assistant's.
  engagement_ends_at timestamptz(3),
  -- When the job saw that the engagement rose, and when it saw the window ended.
  engaged_at timestamptz(3),
  closed_at timestamptz(3),
  bonus_drops_awarded integer not null default 0 check (bonus_drops_awarded >= 0),
  read_at timestamptz(3),
  check (sender_id <> recipient_id),
  check ((sender_id is null) = (engagement_ends_at is null)),
  check (bonus_drops_awarded = 0 or engaged_at is not null)
);

create index drop_sent_to on drop_sent (recipient_id, date_sent desc, id desc);
create index drop_sent_unread on drop_sent (recipient_id, date_sent desc, id desc) where read_at is null;
create index drop_sent_by on drop_sent (sender_id, date_sent desc, id desc);
-- What the engagement job looks at: drops whose window is open, however many there have ever been.
create index drop_sent_open on drop_sent (engagement_ends_at, id)
  where closed_at is null and engagement_ends_at is not null;
create index drop_sent_rewarded on drop_sent (sender_id, recipient_id, day) where bonus_drops_awarded > 0;
-- The assistant sends one drop a day to each.
create unique index drop_sent_by_assistant on drop_sent (recipient_id, day) where sender_id is null;
create index drop_sent_of_template on drop_sent (template_id) where template_id is not null;
create index drop_sent_about on drop_sent (entry_id) where entry_id is not null;
