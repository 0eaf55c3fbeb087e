-- What calls to the AI provider used, and what that cost.
create table token_usage (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  type text not null check (type in ('tone_analysis', 'entry_background', 'tone_pack_image', 'note_analysis', 'daily_drop')),
  model text not null,
  input_tokens integer not null default 0 check (input_tokens >= 0),
  output_tokens integer not null default 0 check (output_tokens >= 0),
  -- Eight decimals hold the price of a single token exactly.
  cost_usd numeric(14, 8) not null check (cost_usd >= 0),
  -- What the call was for, where that is one record: an entry, a pack.
  reference_id uuid,
  created_at timestamptz(3) not null
);

create index token_usage_of_user on token_usage (user_id, created_at);
