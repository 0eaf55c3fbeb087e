-- Calls to the AI provider: their tokens and their cost.
create table token_usage (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  type text not null check (type in ('tone_analysis', 'entry_background', 'tone_pack_image', 'note_analysis', 'daily_drop')),
  model text not null,
  input_tokens integer not null default 0 check (input_tokens >= 0),
  output_tokens integer not null default 0 check (output_tokens >= 0),
  -- Eight decimals hold the price of a single token exactly.
  cost_usd numeric(14, 8) not null check (cost_usd >= 0),
  -- The entry or pack that the call was for, if it was for one.
  reference_id uuid,
  created_at timestamptz(3) not null
);

create index token_usage_user_id_created_at_idx on token_usage (user_id, created_at);

-- How many tokens a drop is worth. Rates are added and never changed; the newest applies.
create table currency_conversion_rate (
  id uuid primary key,
  tokens_per_drop numeric not null check (tokens_per_drop > 0 and tokens_per_drop < 'Infinity'),
  effective_at timestamptz(3) not null,
  created_by uuid references profile (id) on delete set null,
  created_at timestamptz(3) not null
);

create index currency_conversion_rate_created_at_idx on currency_conversion_rate (created_at desc, id desc);
create index currency_conversion_rate_created_by_idx on currency_conversion_rate (created_by) where created_by is not null;

-- Calls to the AI provider for each user and day (UTC).
create table ai_call_count (
  user_id uuid not null references profile (id) on delete cascade,
  day date not null,
  calls integer not null check (calls >= 0),
  primary key (user_id, day)
);

-- Text that each user sent on the last day (UTC) with any: one row a user, so nothing has to be deleted.
create table text_count (
  user_id uuid primary key references profile (id) on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0)
);
