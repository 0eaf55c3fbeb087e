-- What the assistant has found in somebody's notes; one for each person and day (UTC).
create table note_analysis (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  analysis_date date not null,
  summary text not null check (char_length(summary) between 1 and 2000),
  mood_trends jsonb not null check (jsonb_typeof(mood_trends) = 'object'),
  topics jsonb not null check (jsonb_typeof(topics) = 'array'),
  patterns jsonb not null check (jsonb_typeof(patterns) = 'array'),
  recommendations jsonb not null check (jsonb_typeof(recommendations) = 'array'),
  insights jsonb not null check (jsonb_typeof(insights) = 'object'),
  entry_count integer not null check (entry_count between 1 and 50),
  -- What was written after this moment is not in it.
  notes_read_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (user_id, analysis_date)
);

create index note_analysis_in_time on note_analysis (user_id, created_at desc, id desc);

-- Who is at work on somebody's notes, so that no two ask about the same person at once. An analysis is stored only by whoever
-- holds the claim still: whatever takes that away, takes away what was begun.
create table note_analysis_claim (
  user_id uuid primary key references profile (id) on delete cascade,
  id uuid not null,
  -- The job that works. One that runs alone takes over at once what was left behind under its name.
  holder text not null check (char_length(holder) between 1 and 100),
  -- From then on, anybody does.
  expires_at timestamptz(3) not null
);

-- Whom the nightly jobs are about, in the order in which they go through them.
create index profile_lets_read_notes on profile (id) where read_notes_enabled and is_active and not is_ai;
create index profile_gets_daily_drop on profile (id)
  where read_notes_enabled and check_in_enabled and is_active and not is_ai;
