-- Personal access tokens. A revoked token is deleted; an expired one is shown for 30 days.
create table personal_token (
  id uuid primary key,
  user_id uuid not null references profile (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  -- SHA-256 of the token. It has 192 random bits, so that a slow hash would add nothing.
  digest bytea not null unique check (octet_length(digest) = 32),
  -- How the token begins, so that its owner recognizes it.
  prefix text not null check (char_length(prefix) between 1 and 20),
  scopes text[] not null check (cardinality(scopes) between 1 and 50),
  expires_at timestamptz(3) not null,
  -- Accurate to a minute.
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null
);

create index personal_token_user_id_created_at_idx on personal_token (user_id, created_at desc, id desc);
create index personal_token_expires_at_idx on personal_token (expires_at);

-- Ends its streams at once.
create trigger announce_account_deletion after delete on personal_token for each row
execute function announce_account_change('user_id');

create trigger refuse_erased_user_id after insert on personal_token referencing new table as inserted
  for each statement execute function refuse_erased_user_id();
