-- Tables of the built-in identity provider (better-auth 1.7), which also chose the column names.
create table identity_user (
  "id" uuid primary key default gen_random_uuid(),
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create table identity_session (
  "id" uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references identity_user ("id") on delete cascade
);

create index identity_session_user_id_idx on identity_session ("userId");

create table identity_account (
  "id" uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references identity_user ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);

create index identity_account_user_id_idx on identity_account ("userId");

create table identity_verification (
  "id" uuid primary key default gen_random_uuid(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create index identity_verification_identifier_idx on identity_verification ("identifier");

create table identity_key (
  "id" uuid primary key default gen_random_uuid(),
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

-- Recent failed sign-ins, shared by all nodes, so that guessing a password slows down. Unlogged: losing them does no harm.
create unlogged table sign_in_attempt (
  -- SHA-256 of the account's e-mail address, which need not exist.
  account_digest text not null,
  -- SHA-256 of a network that has signed in to the account before, counted apart. Empty for all other networks together.
  network_digest text not null,
  failures integer not null check (failures >= 0),
  -- Attempts are rejected until then.
  blocked_until timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (account_digest, network_digest)
);

create index sign_in_attempt_expires_at_idx on sign_in_attempt (expires_at);
