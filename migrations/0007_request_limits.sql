-- How many requests a person or an address has made lately, for all nodes together. It may be lost in a crash, so it is not
-- written to the log. The columns are those of the library that keeps it (rate-limiter-flexible).
create unlogged table request_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Answers to requests that carried an Idempotency-Key, so that a repeated request gets the first answer. Kept for a day.
create table idempotency_key (
  user_id uuid not null references profile (id) on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  -- SHA-256 over method, address and body: the same key with anything else is a mistake.
  request_digest text not null,
  claimed_at timestamptz(3) not null,
  -- Null while the request is under way.
  status integer,
  answer text,
  primary key (user_id, key)
);

create index idempotency_key_in_time on idempotency_key (claimed_at);

-- How many calls to the AI provider a person has caused on a day (UTC).
create table ai_call_count (
  user_id uuid not null references profile (id) on delete cascade,
  day date not null,
  calls integer not null check (calls >= 0),
  primary key (user_id, day)
);
