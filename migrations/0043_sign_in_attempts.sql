-- Sign-ins of an account that were not right, lately, so that guessing gets slower on all nodes together. It may be lost in a
-- crash, so it is not written to the log.
create unlogged table sign_in_attempt (
  -- SHA-256 of the address of the account, which need not exist.
  account_digest text not null,
  -- SHA-256 of a network from which somebody has signed in to it: counted apart. Empty for all other networks together.
  network_digest text not null,
  failures integer not null check (failures >= 0),
  -- Until when no further attempt is looked at; null where the next one may come at once.
  blocked_until timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (account_digest, network_digest)
);

create index sign_in_attempt_in_time on sign_in_attempt (expires_at);
